#ifndef BUNDLED_RULES_H
#define BUNDLED_RULES_H

#include <stddef.h>

/// One rulebook file of `Rules/`, embedded when the program was built.
struct bundled_rulebook {
  /// The path inside `Rules/`, with its extension: what `extends` and `--rulebook` name.
  const char *name;
  /// The file's bytes, UTF-8, not terminated.
  const unsigned char *bytes;
  size_t count;
};

/// The number of embedded files.
extern const size_t bundled_rulebook_count;

/// The embedded file at `index`, which is below `bundled_rulebook_count`.
struct bundled_rulebook bundled_rulebook_at(size_t index);

/// The number of rulebooks that can be asked for by name.
extern const size_t bundled_archive_count;

/// Such a rulebook, by name, in the form that is read at once; it is made of the embedded files. `index` is below
/// `bundled_archive_count`.
struct bundled_rulebook bundled_archive_at(size_t index);

#endif
