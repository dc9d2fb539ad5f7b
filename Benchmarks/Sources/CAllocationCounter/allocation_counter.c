#include "allocation_counter.h"

#include <stddef.h>

#ifdef PRINTS_AT_EXIT
static _Atomic long count;
#else
static _Thread_local long count;
#endif

long allocation_count(void) { return count; }

#ifdef __linux__
// A program can replace these functions of glibc. The originals keep other names.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t number, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size) {
  count++;
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count++;
  return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
  count++;
  return __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count++;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  count++;
  *block = __libc_memalign(alignment, size);
  return *block ? 0 : 12;
}

#ifdef PRINTS_AT_EXIT
#include <stdio.h>

// For a library that is loaded into a program: prints the number of allocations of all threads at exit.
__attribute__((destructor)) static void print_count(void) { fprintf(stderr, "%ld allocations\n", count); }
#endif
#endif
