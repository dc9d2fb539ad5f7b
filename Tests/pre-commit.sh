#!/bin/sh
# Tries the hooks as a user of pre-commit does: a commit with a bad trace is refused, one with a good trace passes.
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

revision=$(git -C "$root" rev-parse --verify --quiet HEAD) || skip "this is no clone of the repository"
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

# Commits the sample $1 as a trace of the app under the hook $2; the output is kept.
try() {
  cp "$root/Samples/$1" launch.trace.log
  printf 'repos: [{repo: "%s", rev: %s, hooks: [{id: %s}]}]\n' "$root" "$revision" "$2" >.pre-commit-config.yaml
  pre-commit install --install-hooks >/dev/null
  git add .
  git commit --quiet --message "$1, $2" >"$scratch/output" 2>&1
}

for hook in lifecheck lifecheck-system; do
  try broken.trace.log "$hook" && fail "$hook lets a broken trace pass"
  grep -q '^launch\.trace\.log:30:46: error: gl\.call while the app is in the background \[no-gl-in-background\]$' "$scratch/output" ||
    fail "$hook does not show the violation"
  try healthy.trace.log "$hook" || fail "$hook refuses a healthy trace"
  echo "pre-commit: $hook refuses a broken trace and passes a healthy one"
  # The second hook takes what the first one has built.
  PATH="$(dirname "$(find "$PRE_COMMIT_HOME" -path '*/release/lifecheck' -type f)"):$PATH"
done
