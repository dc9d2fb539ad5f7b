#!/bin/sh
# Tests the schemas of rulebooks and project files as editors use them. The project's own files name their schema in the
# first line and pass it. Malformed files do not pass.
set -eu
cd "$(dirname "$0")/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
output=$scratch/output

skip() {
  echo "schemas: skipped, $1"
  exit 0
}

fail() {
  echo "schemas: $1"
  if [ -s "$output" ]; then cat "$output"; fi
  exit 1
} >&2

# The validator is installed in .build, because then only the first run needs PyPI.
tools=$PWD/.build/check-jsonschema
if ! check-jsonschema --version >"$output" 2>&1; then
  PATH="$tools/bin:$PATH"
  check-jsonschema --version >"$output" 2>&1 || {
    python3 -m venv --clear "$tools" >"$output" 2>&1 || skip "python3 cannot create a virtual environment"
    "$tools/bin/pip" install --quiet check-jsonschema >"$output" 2>&1 || {
      grep -q '(from versions: none)' "$output" && skip "check-jsonschema is not installed, and PyPI cannot be reached"
      fail "check-jsonschema cannot be installed"
    }
  }
fi

# Writes each document of standard input (separated by lines of ---) to its own file in the folder $1.
documents() {
  mkdir -p "$1"
  awk -v folder="$1" '
    BEGIN { file = sprintf("%s/%02d.yaml", folder, ++count); print "lifecheck: 1" >file }
    /^---$/ { file = sprintf("%s/%02d.yaml", folder, ++count); print "lifecheck: 1" >file; next }
    { print >file }'
}

# The files must pass the schema $1.
accept() {
  schema=$1
  shift
  check-jsonschema --schemafile "$schema" "$@" >"$output" 2>&1 || fail "$schema rejects a valid file:"
}

# Each of the files must fail the schema $1.
reject() {
  schema=$1
  shift
  if check-jsonschema --output-format json --schemafile "$schema" "$@" >"$output" 2>&1; then
    fail "$schema accepts an invalid file: $*"
  fi
  for file; do
    grep -qF "\"$file\"" "$output" || {
      cat "$file" >"$output"
      fail "$schema accepts an invalid file: $file"
    }
  done
}

check-jsonschema --check-metaschema Rules/*.schema.json >"$output" 2>&1 || fail "a schema is not a valid JSON Schema:"

# The files for services pass the services' own schemas. The component of GitLab has its inputs in a document of their own.
check-jsonschema --builtin-schema vendor.github-actions action.yml >"$output" 2>&1 || fail "action.yml is not an action:"
sed '1,/^---$/d' templates/lifecheck.yml >"$scratch/lifecheck.gitlab-ci.yml"
check-jsonschema --builtin-schema vendor.gitlab-ci --data-transform gitlab-ci "$scratch/lifecheck.gitlab-ci.yml" \
  >"$output" 2>&1 || fail "templates/lifecheck.yml is not valid:"

# The project's own files. Files in folders named Golden contain mistakes. .pre-commit-hooks.yaml has no schema here.
find . \( -name '.build*' -o -name .git -o -name dist -o -name Golden -o -name templates \) -prune -o \
  \( -name '*.yaml' -o -name '*.yml' \) ! -name .pre-commit-hooks.yaml ! -name action.yml -print | sort >"$scratch/files"
while read -r file; do
  named=$(sed -n '1s/^# yaml-language-server: \$schema=//p' "$file")
  schema=$(dirname "$file")/$named
  : >"$output"
  { [ -n "$named" ] && [ -f "$schema" ]; } || fail "$file does not name its schema in the first line"
  accept "$schema" "$file"
done <"$scratch/files"
[ "$(wc -l <"$scratch/files")" -gt 2 ] || fail "the project's files are not found"

# The examples in README and docs.
mkdir "$scratch/rulebooks" "$scratch/projects"
awk -v scratch="$scratch" '
  /^```$/ { file = ""; next }
  /^```yaml ./ {
    folder = $2 ~ /(^|\/)\.lifecheck\.yaml$/ ? "projects" : "rulebooks"
    file = sprintf("%s/%s/%02d.yaml", scratch, folder, ++count)
    next
  }
  file { print >file }' README.md docs/*.md
accept Rules/rulebook.schema.json "$scratch"/rulebooks/*
accept Rules/project.schema.json "$scratch"/projects/*

# Every form that lifecheck accepts in a rulebook, in addition to those in Rules.
documents "$scratch/rulebook/good" <<'END'
extends: [ios, more.yaml]
platform: android
vocabulary:
  a.b:
  a.c: {callback: aDidC, notification: [AOne, ATwo], line: 'C {id}', returns: yes, fields: {id: text, ms: duration}}
machines:
  one: {per: session, states: [x, y], transitions: {a.b: {to: x}, a.c: [{where: ms > 5s, from: x, to: none}, {to: y}]}}
spans: {x: {from: a.b, until: a.c, key: id}, x-in-y: x while y}
derived: {a.d: a.b, a.e: [a.b, {form: a.c, inferred: true}], a.f: {once: x, forms: a.b}}
rules:
---
spans:
---
rules:
  - {id: a, check: never a.b, severity: note, required: true, message: no, needs: [a.b or a.c, a.d], yields: [b], why: x, help: y}
  - {id: a-1, check: [never a.b, {sentence: never a.c, severity: error, message: 5}], guidance: [G-1], good: x, bad: [y]}
END
accept Rules/rulebook.schema.json "$scratch"/rulebook/good/*

documents "$scratch/project/good" <<'END'
rulebooks: ios
vocabulary: {a.b: {line: B}}
rules: {a: off, b: on, c: error, d: warning, e: note, f: {severity: error}, g: {required: yes}}
facts: {ios: 17, version: 13.1, backgroundModes: [audio], passcode: no, name: x}
records: [timer, data.save]
baseline: known.yaml
suppressions:
  - {rule: a, where: a.log, reason: x}
  - {rule: a, message: [a, b], reason: x, expires: 2027-03-01}
---
rulebooks: [ios, mine.yaml]
records: timer
suppressions:
END
accept Rules/project.schema.json "$scratch"/project/good/*

# Unknown keys in every place, and values of the wrong kind.
documents "$scratch/rulebook/bad" <<'END'
nmae: mine
---
platform: pear
---
vocabulary: {a.b: {feilds: {id: text}}}
---
vocabulary: {a.b: {fields: {id: texte}}}
---
vocabulary: {alarm: {}}
---
vocabulary: {a.b: [a.c]}
---
vocabulary: {a.b: {returns: perhaps}}
---
sessions: {begins: a.b}
---
clock: {stoped: x}
---
clock: {gaps: {in: x, ovre: 5s, over: 5s}}
---
clock: {gaps: {in: x}}
---
delivery: {event: a.b, field: x, feild: x}
---
recording: {event: a.b}
---
spans: {x: {from: a.b, until: a.c, form: a.b}}
---
spans: {x: {from: a.b}}
---
spans: {x: {from: [a.b], until: a.c}}
---
spans: {x: [y, z]}
---
spans: {x: ''}
---
machines: {x: {states: [y], transitions: {}, state: [y]}}
---
machines: {x: {states: [], transitions: {}}}
---
machines: {x: {states: {y: {shwos: z}}, transitions: {}}}
---
machines: {x: {states: [y], transitions: {a.b: {to: y, too: y}}}}
---
machines: {x: {states: [y], transitions: {a.b: {from: y}}}}
---
derived: {a.b: {once: x, forms: [a.c], froms: [a.c]}}
---
derived: {a.b: [{form: a.c, infered: yes}]}
---
rules: {id: a, check: never a.b}
---
rules: [{id: a, check: never a.b, sevrity: error}]
---
rules: [{id: a, check: never a.b, severity: fatal}]
---
rules: [{id: a, check: never a.b, required: perhaps}]
---
rules: [{id: A b, check: never a.b}]
---
rules: [{id: a}]
---
rules: [{check: never a.b}]
---
rules: [{id: a, check: []}]
---
rules: [{id: a, check: [[never a.b]]}]
---
rules: [{id: a, check: {sentence: never a.b, mesage: x}}]
---
rules: [{id: a, check: never a.b, why: ''}]
---
rules: [never a.b]
END
reject Rules/rulebook.schema.json "$scratch"/rulebook/bad/*

documents "$scratch/project/bad" <<'END'
rulebook: ios
---
rulebooks: []
---
rulebooks:
---
extends: ios
---
vocabulary: {a.b: {lines: B}}
---
rules: [{id: a, check: never a.b}]
---
rules: {a: of}
---
rules: {a: }
---
rules: {a: {severty: error}}
---
rules: {a: {severity: off}}
---
rules: {A b: off}
---
facts: [ios]
---
facts: {ios: {version: 17}}
---
records: {timer: yes}
---
suppressions: {rule: a, where: b, reason: c}
---
suppressions: [{rule: a, where: b}]
---
suppressions: [{where: b, reason: c}]
---
suppressions: [{rule: a, reason: c}]
---
suppressions: [{rule: a, were: b, message: d, reason: c}]
---
suppressions: [{rule: a, where: [], reason: c}]
---
suppressions: [{rule: a, where: b, reason: c, expires: 2027-02-29}]
---
suppressions: [{rule: a, where: b, reason: c, expires: soon}]
END
reject Rules/project.schema.json "$scratch"/project/bad/*

# Structural mistakes that lifecheck also reports.
cd Tests/RulebookTests/Golden
reject ../../../Rules/rulebook.schema.json \
  keys.yaml rule-keys.yaml structure.yaml version-missing.yaml version-unknown.yaml not-a-mapping.yaml empty.yaml
cd ../../ProjectTests/Golden
reject ../../../Rules/project.schema.json keys.yaml values.yaml everywhere.yaml rules-as-list.yaml rulebooks.yaml \
  version-missing.yaml version-unknown.yaml not-a-mapping.yaml empty.yaml

echo "schemas: $(wc -l <"$scratch/files" | tr -d ' ') files pass, $(ls "$scratch"/*/bad | grep -c yaml) malformed ones fail"
