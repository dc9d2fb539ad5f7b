#define _GNU_SOURCE
#include "cores.h"

#ifdef __linux__
#include <sched.h>

// Swift cannot import these functions, because glibc declares them only with _GNU_SOURCE.
void use_cores(int count) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (int core = 0; core < count; core++) CPU_SET(core, &set);
  sched_setaffinity(0, sizeof set, &set);
}
#else
void use_cores(int count) {}
#endif
