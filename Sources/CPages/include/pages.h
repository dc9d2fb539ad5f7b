#ifndef PAGES_H
#define PAGES_H

#include <stddef.h>

/// The page that shows the timeline of a log, embedded when the program was built. UTF-8, not terminated.
const unsigned char *timeline_page(void);

/// The number of its bytes.
extern const size_t timeline_page_count;

/// The page that shows the comparison of two logs. UTF-8, not terminated.
const unsigned char *comparison_page(void);

/// The number of its bytes.
extern const size_t comparison_page_count;

#endif
