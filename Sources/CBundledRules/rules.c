#include "bundled_rules.h"

static const unsigned char ios[] = {
#embed "../../Rules/ios.yaml"
};
static const unsigned char ios_vocabulary[] = {
#embed "../../Rules/ios-vocabulary.yaml"
};
static const unsigned char android_vocabulary[] = {
#embed "../../Rules/android-vocabulary.yaml"
};
static const unsigned char framework_lines[] = {
#embed "../../Rules/framework-lines.yaml"
};
static const unsigned char system_lines[] = {
#embed "../../Rules/system-lines.yaml"
};
static const unsigned char ios_states[] = {
#embed "../../Rules/ios-states.yaml"
};

static const struct bundled_rulebook rulebooks[] = {
    {"ios.yaml", ios, sizeof ios},
    {"ios-vocabulary.yaml", ios_vocabulary, sizeof ios_vocabulary},
    {"android-vocabulary.yaml", android_vocabulary, sizeof android_vocabulary},
    {"framework-lines.yaml", framework_lines, sizeof framework_lines},
    {"system-lines.yaml", system_lines, sizeof system_lines},
    {"ios-states.yaml", ios_states, sizeof ios_states},
};

const size_t bundled_rulebook_count = sizeof rulebooks / sizeof rulebooks[0];

struct bundled_rulebook bundled_rulebook_at(size_t index) { return rulebooks[index]; }
