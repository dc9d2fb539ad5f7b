#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

/// How many blocks of memory this thread has asked for so far; always 0 where they cannot be counted (off glibc).
long allocation_count(void);

#endif
