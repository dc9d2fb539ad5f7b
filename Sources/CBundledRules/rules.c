#include "bundled_rules.h"

static const unsigned char ios[] = {
#embed "../../Rules/ios.yaml"
};
static const unsigned char ios_launch[] = {
#embed "../../Rules/ios-launch.yaml"
};
static const unsigned char ios_urls[] = {
#embed "../../Rules/ios-urls.yaml"
};
static const unsigned char ios_resign_active[] = {
#embed "../../Rules/ios-resign-active.yaml"
};
static const unsigned char ios_become_active[] = {
#embed "../../Rules/ios-become-active.yaml"
};
static const unsigned char ios_lock[] = {
#embed "../../Rules/ios-lock.yaml"
};
static const unsigned char ios_status_bar[] = {
#embed "../../Rules/ios-status-bar.yaml"
};
static const unsigned char ios_background[] = {
#embed "../../Rules/ios-background.yaml"
};
static const unsigned char ios_suspension[] = {
#embed "../../Rules/ios-suspension.yaml"
};
static const unsigned char ios_background_tasks[] = {
#embed "../../Rules/ios-background-tasks.yaml"
};
static const unsigned char ios_accessories[] = {
#embed "../../Rules/ios-accessories.yaml"
};
static const unsigned char ios_foreground[] = {
#embed "../../Rules/ios-foreground.yaml"
};
static const unsigned char ios_settings[] = {
#embed "../../Rules/ios-settings.yaml"
};
static const unsigned char ios_termination[] = {
#embed "../../Rules/ios-termination.yaml"
};
static const unsigned char ios_threads[] = {
#embed "../../Rules/ios-threads.yaml"
};
static const unsigned char ios_restoration[] = {
#embed "../../Rules/ios-restoration.yaml"
};
static const unsigned char ios_network[] = {
#embed "../../Rules/ios-network.yaml"
};
static const unsigned char ios_scenes[] = {
#embed "../../Rules/ios-scenes.yaml"
};
static const unsigned char ios_graphics_and_media[] = {
#embed "../../Rules/ios-graphics-and-media.yaml"
};
static const unsigned char ios_devices[] = {
#embed "../../Rules/ios-devices.yaml"
};
static const unsigned char ios_set_up[] = {
#embed "../../Rules/ios-set-up.yaml"
};
static const unsigned char ios_limits[] = {
#embed "../../Rules/ios-limits.yaml"
};
static const unsigned char ios_wake_ups[] = {
#embed "../../Rules/ios-wake-ups.yaml"
};
static const unsigned char ios_spans[] = {
#embed "../../Rules/ios-spans.yaml"
};
static const unsigned char ios_states[] = {
#embed "../../Rules/ios-states.yaml"
};
static const unsigned char ios_vocabulary[] = {
#embed "../../Rules/ios-vocabulary.yaml"
};
static const unsigned char android[] = {
#embed "../../Rules/android.yaml"
};
static const unsigned char android_processes[] = {
#embed "../../Rules/android-processes.yaml"
};
static const unsigned char android_activities[] = {
#embed "../../Rules/android-activities.yaml"
};
static const unsigned char android_services[] = {
#embed "../../Rules/android-services.yaml"
};
static const unsigned char android_resources[] = {
#embed "../../Rules/android-resources.yaml"
};
static const unsigned char android_states[] = {
#embed "../../Rules/android-states.yaml"
};
static const unsigned char android_fragments_and_windows[] = {
#embed "../../Rules/android-fragments-and-windows.yaml"
};
static const unsigned char android_background_work[] = {
#embed "../../Rules/android-background-work.yaml"
};
static const unsigned char android_complaints[] = {
#embed "../../Rules/android-complaints.yaml"
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
static const unsigned char complaint_lines[] = {
#embed "../../Rules/complaint-lines.yaml"
};
static const unsigned char refusal_lines[] = {
#embed "../../Rules/refusal-lines.yaml"
};
static const unsigned char tool_lines[] = {
#embed "../../Rules/tool-lines.yaml"
};
static const unsigned char report_lines[] = {
#embed "../../Rules/report-lines.yaml"
};
static const unsigned char telemetry_lines[] = {
#embed "../../Rules/telemetry-lines.yaml"
};
static const unsigned char prose_lines[] = {
#embed "../../Rules/prose-lines.yaml"
};

static const unsigned char ios_archive[] = {
#embed "ios.archive"
};
static const unsigned char android_archive[] = {
#embed "android.archive"
};

static const struct bundled_rulebook rulebooks[] = {
    {"ios.yaml", ios, sizeof ios},
    {"ios-launch.yaml", ios_launch, sizeof ios_launch},
    {"ios-urls.yaml", ios_urls, sizeof ios_urls},
    {"ios-resign-active.yaml", ios_resign_active, sizeof ios_resign_active},
    {"ios-become-active.yaml", ios_become_active, sizeof ios_become_active},
    {"ios-lock.yaml", ios_lock, sizeof ios_lock},
    {"ios-status-bar.yaml", ios_status_bar, sizeof ios_status_bar},
    {"ios-background.yaml", ios_background, sizeof ios_background},
    {"ios-suspension.yaml", ios_suspension, sizeof ios_suspension},
    {"ios-background-tasks.yaml", ios_background_tasks, sizeof ios_background_tasks},
    {"ios-accessories.yaml", ios_accessories, sizeof ios_accessories},
    {"ios-foreground.yaml", ios_foreground, sizeof ios_foreground},
    {"ios-settings.yaml", ios_settings, sizeof ios_settings},
    {"ios-termination.yaml", ios_termination, sizeof ios_termination},
    {"ios-threads.yaml", ios_threads, sizeof ios_threads},
    {"ios-restoration.yaml", ios_restoration, sizeof ios_restoration},
    {"ios-network.yaml", ios_network, sizeof ios_network},
    {"ios-scenes.yaml", ios_scenes, sizeof ios_scenes},
    {"ios-graphics-and-media.yaml", ios_graphics_and_media, sizeof ios_graphics_and_media},
    {"ios-devices.yaml", ios_devices, sizeof ios_devices},
    {"ios-set-up.yaml", ios_set_up, sizeof ios_set_up},
    {"ios-wake-ups.yaml", ios_wake_ups, sizeof ios_wake_ups},
    {"ios-limits.yaml", ios_limits, sizeof ios_limits},
    {"ios-spans.yaml", ios_spans, sizeof ios_spans},
    {"ios-states.yaml", ios_states, sizeof ios_states},
    {"ios-vocabulary.yaml", ios_vocabulary, sizeof ios_vocabulary},
    {"android.yaml", android, sizeof android},
    {"android-processes.yaml", android_processes, sizeof android_processes},
    {"android-activities.yaml", android_activities, sizeof android_activities},
    {"android-services.yaml", android_services, sizeof android_services},
    {"android-resources.yaml", android_resources, sizeof android_resources},
    {"android-states.yaml", android_states, sizeof android_states},
    {"android-fragments-and-windows.yaml", android_fragments_and_windows, sizeof android_fragments_and_windows},
    {"android-background-work.yaml", android_background_work, sizeof android_background_work},
    {"android-complaints.yaml", android_complaints, sizeof android_complaints},
    {"android-vocabulary.yaml", android_vocabulary, sizeof android_vocabulary},
    {"framework-lines.yaml", framework_lines, sizeof framework_lines},
    {"system-lines.yaml", system_lines, sizeof system_lines},
    {"complaint-lines.yaml", complaint_lines, sizeof complaint_lines},
    {"refusal-lines.yaml", refusal_lines, sizeof refusal_lines},
    {"tool-lines.yaml", tool_lines, sizeof tool_lines},
    {"report-lines.yaml", report_lines, sizeof report_lines},
    {"telemetry-lines.yaml", telemetry_lines, sizeof telemetry_lines},
    {"prose-lines.yaml", prose_lines, sizeof prose_lines},
};

const size_t bundled_rulebook_count = sizeof rulebooks / sizeof rulebooks[0];

struct bundled_rulebook bundled_rulebook_at(size_t index) { return rulebooks[index]; }

static const struct bundled_rulebook archives[] = {
    {"ios", ios_archive, sizeof ios_archive},
    {"android", android_archive, sizeof android_archive},
};

const size_t bundled_archive_count = sizeof archives / sizeof archives[0];

struct bundled_rulebook bundled_archive_at(size_t index) { return archives[index]; }
