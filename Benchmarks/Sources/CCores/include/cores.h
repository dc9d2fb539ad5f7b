#ifndef CORES_H
#define CORES_H

/// Restricts this program and its children to the first cores. It has no effect outside Linux.
void use_cores(int count);

#endif
