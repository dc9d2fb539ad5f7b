#ifndef CORES_H
#define CORES_H

/// Lets this program, and those that it starts, use the first so many cores; without effect off Linux.
void use_cores(int count);

#endif
