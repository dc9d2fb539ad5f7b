#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

/// The number of allocations of this thread so far. It is always 0 without glibc.
long allocation_count(void);

#endif
