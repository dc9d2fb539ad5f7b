#include "bundled_rules.h"

static const unsigned char ios[] = {
#embed "../../Rules/ios.yaml"
};
static const unsigned char ios_vocabulary[] = {
#embed "../../Rules/ios-vocabulary.yaml"
};
static const unsigned char ios_states[] = {
#embed "../../Rules/ios-states.yaml"
};

static const struct bundled_rulebook rulebooks[] = {
    {"ios.yaml", ios, sizeof ios},
    {"ios-vocabulary.yaml", ios_vocabulary, sizeof ios_vocabulary},
    {"ios-states.yaml", ios_states, sizeof ios_states},
};

const size_t bundled_rulebook_count = sizeof rulebooks / sizeof rulebooks[0];

struct bundled_rulebook bundled_rulebook_at(size_t index) { return rulebooks[index]; }
