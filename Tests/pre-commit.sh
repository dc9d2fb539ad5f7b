#!/bin/sh
# Tests the hooks as a user of pre-commit does. A commit with a bad trace is rejected, one with a good trace passes.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
unset GIT_DIR GIT_INDEX_FILE GIT_WORK_TREE
export PRE_COMMIT_HOME="$scratch/cache"

skip() {
  echo "pre-commit: skipped, $1"
  exit 0
}

fail() {
  echo "pre-commit: $1"
  cat "$scratch/output"
  exit 1
} >&2

revision=$(git -C "$root" rev-parse --verify --quiet HEAD) || skip "this is not a clone of the repository"
if ! command -v pre-commit >/dev/null; then
  { python3 -m venv "$scratch/python" && "$scratch/python/bin/pip" install --quiet pre-commit; } \
    >"$scratch/output" 2>&1 || skip "it is not installed, and pip cannot install it"
  PATH="$scratch/python/bin:$PATH"
fi
pre-commit validate-manifest "$root/.pre-commit-hooks.yaml"

git init --quiet "$scratch/app"
cd "$scratch/app"
git config user.name nobody
git config user.email nobody@localhost

# Commits all files with the hook $1 and keeps the output.
commit() {
  printf 'repos: [{repo: "%s", rev: %s, hooks: [{id: %s}]}]\n' "$root" "$revision" "$1" >.pre-commit-config.yaml
  pre-commit install --install-hooks >/dev/null
  git add .
  git commit --quiet --message "$1" >"$scratch/output" 2>&1
}

# Commits the sample $1 as a trace of the app with the hook $2.
try() {
  cp "$root/Samples/$1" launch.trace.log
  commit "$2"
}

# Commits a trace with the single line $1 with the hook $2.
try_line() {
  printf '%s\n' "$1" >launch.trace.log
  commit "$2"
}

# Commits a rulebook whose bad example ends in $1 with the hook $2, together with a file that is not a rulebook.
try_rulebook() {
  printf 'on: push\n' >ci.yaml
  cat >camera.yaml <<END
lifecheck: 1
extends: ios
rules:
  - id: camera-off-in-background
    check: while background, never camera.start
    good: 10:00:00 MyApp[7:1] camera.start id=back
    bad: |
      10:00:00 MyApp[7:1] app.didEnterBackground
      10:00:01 MyApp[7:1] camera.start id=back$1
END
  commit "$2"
}

for hook in lifecheck lifecheck-system; do
  try broken.trace.log "$hook" && fail "$hook accepts a broken trace"
  grep -q '^launch\.trace\.log:30:46: error: gl\.call while the app is in the background \[no-gl-in-background\]$' "$scratch/output" ||
    fail "$hook does not show the violation"
  try healthy.trace.log "$hook" || fail "$hook rejects a healthy trace"
  try_line '06-01 10:00:00.000  7  7 E ActivityThread: Activity A has leaked IntentReceiver R that was' "$hook" &&
    fail "$hook accepts a broken trace of Android"
  grep -q '^launch\.trace\.log:1:.*: error: .* \[resources-not-leaked\]$' "$scratch/output" ||
    fail "$hook does not choose the rulebook android"
  try_line '10:00:00.000 MyApp[7:1] net.request id=a' "$hook" && fail "$hook accepts a trace for which no rule could be checked"
  grep -q '^lifecheck: error: no rule could be checked: launch\.trace\.log has only net\.request' "$scratch/output" ||
    fail "$hook does not say that no rule could be checked"
  echo "pre-commit: $hook rejects a broken trace and a trace without a checkable rule, and accepts a healthy trace"
  # The second hook uses the program that the first one has built, and so does a test that needs a release build.
  built=$(find "$PRE_COMMIT_HOME" -path '*/release/lifecheck' -type f)
  PATH="$(dirname "$built"):$PATH"
  if [ -n "${LIFECHECK_RELEASE:-}" ]; then cp "$built" "$LIFECHECK_RELEASE"; fi
done

for hook in lifecheck-logs lifecheck-logs-system; do
  printf 'Linking app\nBuild succeeded\n' >build.log
  try healthy.trace.log "$hook" || fail "$hook rejects a healthy trace, or a log without events"
  cp "$root/Samples/broken.trace.log" session.log
  commit "$hook" && fail "$hook accepts a broken log"
  rm session.log
  echo "pre-commit: $hook checks all logs, and skips those without events"
done

for hook in lifecheck-rules lifecheck-rules-system; do
  try_rulebook '' "$hook" && fail "$hook accepts a rulebook with a wrong example"
  grep -q '^camera\.yaml:9:27: error: `camera-off-in-background` reports a line' "$scratch/output" ||
    fail "$hook does not show the line"
  try_rulebook '  # expect: camera-off-in-background' "$hook" || fail "$hook rejects a correct rulebook"
  echo "pre-commit: $hook rejects a rulebook with a wrong example and accepts a correct one"
done
