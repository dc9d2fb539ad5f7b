#include "pages.h"

static const unsigned char page[] = {
#embed "timeline.html"
};

const unsigned char *timeline_page(void) { return page; }

const size_t timeline_page_count = sizeof page;
