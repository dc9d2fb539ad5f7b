#!/bin/sh
# Compiles the files of Integrations that are copied into apps, and checks what they log. The libraries of Apple and Google do not
# exist on Linux, so small stand-ins with the same declarations take their place. A part whose compiler is missing is skipped.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
lifecheck=${LIFECHECK_RELEASE:-$root/.build/debug/lifecheck}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
output=$scratch/output
cd "$scratch"

fail() {
  echo "integrations: $1"
  cat "$output"
  exit 1
} >&2

# The output of `lifecheck events` for the log $1 must contain the text $2.
expect() {
  "$lifecheck" events --no-config --rulebook "$rulebook" "$1" >"$output" 2>&1 || fail "$1 has no event:"
  grep -qF -- "$2" "$output" || fail "$1 has no $2:"
}

# The log $1 must break no rule.
hold() { "$lifecheck" --no-config --strict --rulebook "$rulebook" "$1" >"$output" 2>&1 || fail "$1 breaks a rule:"; }

# A value with the characters that need an escape, as JSON.
value='{"id":"a \"b\"\\\n^c"}'

# SwiftUI: types only.
cat >SwiftUI.swift <<'END'
public protocol View { }
public protocol ViewModifier { associatedtype Body: View; typealias Content = AnyView; func body(content: Content) -> Body }
public struct AnyView: View { }
public enum ScenePhase { case active, inactive, background }
public struct EnvironmentValues { public var scenePhase: ScenePhase { .active } }
@propertyWrapper public struct Environment<V> { let k: KeyPath<EnvironmentValues, V>; public init(_ k: KeyPath<EnvironmentValues, V>) { self.k = k }; public var wrappedValue: V { EnvironmentValues()[keyPath: k] } }
extension View { public func onChange<V: Equatable>(of v: V, perform: @escaping (V) -> Void) -> some View { AnyView() }; public func modifier<M: ViewModifier>(_ m: M) -> some View { AnyView() } }
END
{
  swiftc -emit-module -parse-as-library -enable-library-evolution -module-name SwiftUI SwiftUI.swift
  swiftc -emit-module -parse-as-library -module-name LifecheckRecorder "$root/Integrations/LifecheckRecorder.swift"
  swiftc -typecheck -parse-as-library -I . "$root/Integrations/ScenePhaseRecording.swift"
} >"$output" 2>&1 || fail "ScenePhaseRecording.swift does not compile:"
echo "integrations: SwiftUI compiles"

# Objective-C: with the Foundation of GNUstep.
rulebook=ios
headers=$(ls -d /usr/lib/gcc/*/*/include 2>/dev/null | tail -n 1)
if [ -e /usr/include/GNUstep/Foundation/Foundation.h ] && [ -e "$headers/objc/objc.h" ] && [ -e /usr/include/Block.h ]; then
  cat >main.m <<'END'
#import "Lifecheck.h"
int main(void) {
  @autoreleasepool {
    LifecheckEvent(@"app.didBecomeActive", nil);
    LifecheckEvent(@"user.dataDirty", @{@"id" : @"a \"b\"\\\n^c"});
    LifecheckEvent(@"file.open", @{@"protection" : @"complete", @"path" : @"vault.db"});
    LifecheckCallback(@"app.willResignActive", ^{ LifecheckEvent(@"data.save", @{@"id" : @"a \"b\"\\\n^c"}); });
  }
  return 0;
}
END
  mkdir -p include/objc
  echo '#include <Block.h>' >include/objc/blocks_runtime.h
  clang -Wall -Wextra -Werror -DDEBUG=1 -fblocks -fexceptions -fobjc-exceptions -fobjc-runtime=gcc \
    -fconstant-string-class=NSConstantString -DGNUSTEP -DGNUSTEP_BASE_LIBRARY=1 -DGNU_RUNTIME=1 -isystem include \
    -isystem /usr/include/GNUstep -isystem "$headers" -I"$root/Integrations" main.m -o main -L"$headers/.." \
    -lgnustep-base -lobjc -lBlocksRuntime >"$output" 2>&1 || fail "Lifecheck.h does not compile:"
  ./main 2>objc.log
  expect objc.log "$value"
  expect objc.log '"event":"app.willResignActive.end"'
  hold objc.log
  echo "integrations: Objective-C compiles and its log is read"
else
  echo "integrations: Objective-C is skipped, GNUstep is not installed (libgnustep-base-dev gobjc libblocksruntime-dev)"
fi

# Kotlin: with the declarations of Android that it uses.
rulebook=android
if command -v kotlinc >/dev/null && command -v javac >/dev/null; then
  cat >stubs <<'END'
// FILE android/os/Bundle.java
package android.os; public class Bundle {}
// FILE android/os/Build.java
package android.os; public class Build { public static class VERSION { public static int SDK_INT = Integer.getInteger("sdk", 29); } }
// FILE android/util/Log.java
package android.util; public class Log { static int t = 0; public static int i(String tag, String m) { System.out.printf("11-20 10:00:00.%03d  4242  4242 I %s: %s%n", t++, tag, m); return 0; } }
// FILE android/app/Activity.java
package android.app; public class Activity { public String getLocalClassName() { return "ui.MainActivity"; } }
// FILE android/app/Application.java
package android.app; import android.os.Bundle;
public class Application {
  public interface ActivityLifecycleCallbacks {
    default void onActivityPreCreated(Activity a, Bundle b) {} default void onActivityPostCreated(Activity a, Bundle b) {}
    default void onActivityPreStarted(Activity a) {} default void onActivityPostStarted(Activity a) {}
    default void onActivityPreResumed(Activity a) {} default void onActivityPostResumed(Activity a) {}
    default void onActivityPrePaused(Activity a) {} default void onActivityPostPaused(Activity a) {}
    default void onActivityPreStopped(Activity a) {} default void onActivityPostStopped(Activity a) {}
    default void onActivityPreDestroyed(Activity a) {} default void onActivityPostDestroyed(Activity a) {}
    void onActivityCreated(Activity a, Bundle b); void onActivityStarted(Activity a); void onActivityResumed(Activity a);
    void onActivityPaused(Activity a); void onActivityStopped(Activity a); void onActivityDestroyed(Activity a);
    void onActivitySaveInstanceState(Activity a, Bundle b);
  }
  public ActivityLifecycleCallbacks c;
  public void registerActivityLifecycleCallbacks(ActivityLifecycleCallbacks c) { this.c = c; }
}
// FILE androidx/lifecycle/LifecycleOwner.java
package androidx.lifecycle; public interface LifecycleOwner { Lifecycle getLifecycle(); }
// FILE androidx/lifecycle/LifecycleObserver.java
package androidx.lifecycle; public interface LifecycleObserver {}
// FILE androidx/lifecycle/LifecycleEventObserver.java
package androidx.lifecycle; public interface LifecycleEventObserver extends LifecycleObserver { void onStateChanged(LifecycleOwner o, Lifecycle.Event e); }
// FILE androidx/lifecycle/Lifecycle.java
package androidx.lifecycle; public class Lifecycle { public LifecycleObserver o; public void addObserver(LifecycleObserver o) { this.o = o; } public enum Event { ON_CREATE, ON_START, ON_RESUME, ON_PAUSE, ON_STOP, ON_DESTROY, ON_ANY } }
// FILE androidx/lifecycle/ProcessLifecycleOwner.java
package androidx.lifecycle; public class ProcessLifecycleOwner implements LifecycleOwner { static ProcessLifecycleOwner it = new ProcessLifecycleOwner(); Lifecycle l = new Lifecycle(); public static LifecycleOwner get() { return it; } public Lifecycle getLifecycle() { return l; } }
END
  awk '/^\/\/ FILE / { file = $3; folder = file; sub("/[^/]*$", "", folder); system("mkdir -p " folder); next } { print >file }' stubs
  cat >Main.kt <<'END'
import android.app.*
import android.os.Bundle
import androidx.lifecycle.*
fun main() {
  val app = Application(); lifecheck.Lifecheck.start(app); val a = Activity(); val c = app.c
  val p = ProcessLifecycleOwner.get(); val o = p.lifecycle.o as LifecycleEventObserver
  fun both(pre: () -> Unit, mid: () -> Unit, post: () -> Unit) { val n = android.os.Build.VERSION.SDK_INT >= 29; if (n) pre(); mid(); if (n) post() }
  fun show() {
    both({ c.onActivityPreStarted(a) }, { c.onActivityStarted(a) }, { c.onActivityPostStarted(a) })
    o.onStateChanged(p, Lifecycle.Event.ON_START)
    both({ c.onActivityPreResumed(a) }, { c.onActivityResumed(a) }, { c.onActivityPostResumed(a) }) }
  fun hide() {
    both({ c.onActivityPrePaused(a) }, { c.onActivityPaused(a) }, { c.onActivityPostPaused(a) })
    both({ c.onActivityPreStopped(a) }, { c.onActivityStopped(a) }, { c.onActivityPostStopped(a) })
    c.onActivitySaveInstanceState(a, Bundle())
    o.onStateChanged(p, Lifecycle.Event.ON_STOP) }
  both({ c.onActivityPreCreated(a, null) }, { c.onActivityCreated(a, null) }, { c.onActivityPostCreated(a, null) })
  show(); lifecheck.Lifecheck.event("user.dataDirty", "id" to "a \"b\"\\\n^c"); lifecheck.Lifecheck.event("data.save", "id" to "a \"b\"\\\n^c"); hide(); show(); hide()
  both({ c.onActivityPreDestroyed(a) }, { c.onActivityDestroyed(a) }, { c.onActivityPostDestroyed(a) })
}
END
  files=$(find android androidx -name '*.java')
  {
    javac -d out $files
    kotlinc -cp out Main.kt "$root/Integrations/Lifecheck.kt" -include-runtime -d main.jar
  } >"$output" 2>&1 || fail "Lifecheck.kt does not compile:"
  for level in 28 29; do
    java "-Dsdk=$level" -cp main.jar:out MainKt >"$level.log"
    expect "$level.log" "$value"
    expect "$level.log" '"event":"activity.destroy"'
    hold "$level.log"
  done
  expect 29.log '"event":"activity.pause.end"'
  echo "integrations: Kotlin compiles and its log is read"
else
  echo "integrations: Kotlin is skipped, kotlinc and javac are not installed"
fi
