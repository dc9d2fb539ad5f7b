#!/bin/sh
# Tests LifecheckTesting as a user does: a package depends on lifecheck by version, and asserts on traces in Swift Testing and in
# XCTest. An assertion on a bad trace fails with the line of the assertion and the line of the trace; one on a good trace passes.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
unset GIT_DIR GIT_INDEX_FILE GIT_WORK_TREE
output=$scratch/output

fail() {
  echo "assertions: $1"
  cat "$output"
  exit 1
} >&2

# The current files of the project become version 1.0.0 of a copy. The name of its folder is the name of the package.
mkdir "$scratch/lifecheck"
git -C "$root" ls-files --cached --others --exclude-standard -z | (cd "$root" && xargs -0 ls -d 2>/dev/null) |
  tar -C "$root" -cf - -T - | tar -C "$scratch/lifecheck" -xf -
git -C "$scratch/lifecheck" init --quiet
git -C "$scratch/lifecheck" config user.name nobody
git -C "$scratch/lifecheck" config user.email nobody@localhost
git -C "$scratch/lifecheck" add --all
git -C "$scratch/lifecheck" commit --quiet --message 1.0.0
git -C "$scratch/lifecheck" tag 1.0.0

mkdir -p "$scratch/app/Tests/AppTests"
cd "$scratch/app"
cp "$root/Samples/broken.trace.log" bad.log
cp "$root/Samples/healthy.trace.log" good.log
cat >Package.swift <<END
// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "App",
  platforms: [.macOS(.v15)],
  dependencies: [.package(url: "file://$scratch/lifecheck", from: "1.0.0")],
  targets: [
    .testTarget(
      name: "AppTests", dependencies: [.product(name: "LifecheckTesting", package: "lifecheck")])
  ])
END
cat >Tests/AppTests/SwiftTests.swift <<END
import Foundation
import LifecheckTesting
import Testing

@Test func good() throws { try expectLifecycle(of: URL(fileURLWithPath: "$PWD/good.log")) }
@Test func bad() throws {
  try expectLifecycle(of: URL(fileURLWithPath: "$PWD/bad.log"), LifecycleRules(only: ["no-gl-in-background"]))
}
@Test func nothing() throws { try expectLifecycle(ofText: "hello") }
END
cat >Tests/AppTests/OldTests.swift <<END
import Foundation
import LifecheckTesting
import XCTest

final class OldTests: XCTestCase {
  func testGood() throws { try expectLifecycle(of: URL(fileURLWithPath: "$PWD/good.log")) }
  func testBad() throws {
    try expectLifecycle(of: URL(fileURLWithPath: "$PWD/bad.log"), LifecycleRules(only: ["no-gl-in-background"]))
  }
  func testNothing() throws { try expectLifecycle(ofText: "hello") }
}
END

swift build --build-tests >"$output" 2>&1 || fail "the package cannot be built:"
# Many versions of SwiftPM and Xcode refuse unsafe flags in a dependency with a version.
(cd .build/checkouts/lifecheck && swift package dump-package) >"$output" 2>&1
! grep -q unsafeFlags "$output" || fail "the dependency has unsafe flags:"

# The output must contain a line.
expect() { grep -qF -- "$1" "$output" || fail "the output has no line with: $1"; }

line=$(grep -n gl.call bad.log | head -n 1 | cut -d : -f 1)
trace="$PWD/bad.log:$line:"
message='error: gl.call while the app is in the background [no-gl-in-background]'

if swift test --skip-build --disable-xctest --attachments-path "$scratch" >"$output" 2>&1; then
  fail "Swift Testing passes with a bad trace:"
fi
[ "${1-}" != --show ] || grep -A 5 '✘' "$output"
expect 'Test bad() recorded an issue at SwiftTests.swift:7:'
expect "$trace"
expect "$message"
expect 'Test nothing() recorded an issue at SwiftTests.swift:9:'
expect 'trace: no known event in 1 line'
expect 'Test good() passed'
cmp -s bad.log "$scratch/trace.log" || cmp -s bad.log "$scratch"/trace-*.log || fail "the trace is not attached:"

if swift test --skip-build --disable-swift-testing >"$output" 2>&1; then
  fail "XCTest passes with a bad trace:"
fi
[ "${1-}" != --show ] || grep -A 3 'error: ' "$output"
expect 'OldTests.swift:8: error: OldTests.testBad : failed - gl.call while the app is in the background'
expect "$trace"
expect "$message"
expect 'OldTests.swift:10: error: OldTests.testNothing : failed - trace: no known event in 1 line'
expect "Executed 3 tests, with 2 failures (0 unexpected)"

echo "assertions: bad traces fail, and good ones pass, in Swift Testing and in XCTest"
