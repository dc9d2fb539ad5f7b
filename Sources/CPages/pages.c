#include "pages.h"

static const unsigned char timeline[] = {
#embed "timeline.html"
};

static const unsigned char comparison[] = {
#embed "comparison.html"
};

const unsigned char *timeline_page(void) { return timeline; }

const size_t timeline_page_count = sizeof timeline;

const unsigned char *comparison_page(void) { return comparison; }

const size_t comparison_page_count = sizeof comparison;
