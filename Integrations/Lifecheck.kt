// Logs the life cycle of an Android app for lifecheck. Copy this file into the app, and call `Lifecheck.start(this)` in
// `Application.onCreate`. Then: adb logcat -v threadtime | lifecheck --rulebook android -
//
// It needs compileSdk 29 or later and androidx.lifecycle:lifecycle-process. docs/recording.md of lifecheck explains it.

package lifecheck

import android.app.Activity
import android.app.Application
import android.os.Build
import android.os.Bundle
import android.util.Log
import androidx.lifecycle.Lifecycle
import androidx.lifecycle.LifecycleEventObserver
import androidx.lifecycle.LifecycleOwner
import androidx.lifecycle.ProcessLifecycleOwner

object Lifecheck : Application.ActivityLifecycleCallbacks, LifecycleEventObserver {
  private const val TAG = "lifecheck"

  /** The longest value in characters. logcat cuts lines after about 4,000 bytes. */
  private const val LONGEST_VALUE = 500

  /** Whether the system reports the start and the end of each callback. Older systems report each callback once. */
  private val hasPrePost = Build.VERSION.SDK_INT >= 29

  /** Starts to log. In a release build, pass `BuildConfig.DEBUG` so that nothing is logged. */
  @JvmOverloads
  fun start(app: Application, isEnabled: Boolean = true) {
    if (!isEnabled) return
    app.registerActivityLifecycleCallbacks(this)
    ProcessLifecycleOwner.get().lifecycle.addObserver(this)
  }

  /** Logs an event of the app: `Lifecheck.event("data.save", "id" to "draft")`. */
  fun event(name: String, vararg fields: Pair<String, String>) {
    Log.i(TAG, name + fields.joinToString("") { (key, value) -> " $key=${quoted(value)}" })
  }

  // The process

  /** The process has a visible activity, or had none for 700 ms: ProcessLifecycleOwner reports the latter late. */
  override fun onStateChanged(source: LifecycleOwner, event: Lifecycle.Event) {
    when (event) {
      Lifecycle.Event.ON_START -> event("app.phase", "value" to "active")
      Lifecycle.Event.ON_STOP -> event("app.phase", "value" to "background")
      else -> {}
    }
  }

  // Activities, on systems with API level 29 or later

  override fun onActivityPreCreated(activity: Activity, state: Bundle?) = log("activity.create", activity)
  override fun onActivityPostCreated(activity: Activity, state: Bundle?) = log("activity.create.end", activity)
  override fun onActivityPreStarted(activity: Activity) = log("activity.start", activity)
  override fun onActivityPostStarted(activity: Activity) = log("activity.start.end", activity)
  override fun onActivityPreResumed(activity: Activity) = log("activity.resume", activity)
  override fun onActivityPostResumed(activity: Activity) = log("activity.resume.end", activity)
  override fun onActivityPrePaused(activity: Activity) = log("activity.pause", activity)
  override fun onActivityPostPaused(activity: Activity) = log("activity.pause.end", activity)
  override fun onActivityPreStopped(activity: Activity) = log("activity.stop", activity)
  override fun onActivityPostStopped(activity: Activity) = log("activity.stop.end", activity)
  override fun onActivityPreDestroyed(activity: Activity) = log("activity.destroy", activity)
  override fun onActivityPostDestroyed(activity: Activity) = log("activity.destroy.end", activity)

  // Activities, on older systems

  override fun onActivityCreated(activity: Activity, state: Bundle?) = logOnce("activity.create", activity)
  override fun onActivityStarted(activity: Activity) = logOnce("activity.start", activity)
  override fun onActivityResumed(activity: Activity) = logOnce("activity.resume", activity)
  override fun onActivityPaused(activity: Activity) = logOnce("activity.pause", activity)
  override fun onActivityStopped(activity: Activity) = logOnce("activity.stop", activity)
  override fun onActivityDestroyed(activity: Activity) = logOnce("activity.destroy", activity)

  override fun onActivitySaveInstanceState(activity: Activity, state: Bundle) = log("state.save", activity)

  private fun logOnce(name: String, activity: Activity) {
    if (!hasPrePost) log(name, activity)
  }

  /** Two activities of a class have different ids. */
  private fun log(name: String, activity: Activity) =
    event(name, "id" to activity.localClassName + "@" + Integer.toHexString(System.identityHashCode(activity)))

  /** A value as one word: as it is, or in quotes. */
  private fun quoted(value: String): String {
    val isPlain = value.isNotEmpty() && value.length <= LONGEST_VALUE &&
      value.all { it > ' ' && it < '\u007f' && it != '"' && it != '\\' && it != '^' }
    if (isPlain) return value
    val text = StringBuilder("\"")
    for (character in value.take(LONGEST_VALUE)) {
      when (character) {
        '\n' -> text.append("\\n")
        '\r' -> text.append("\\r")
        '\t' -> text.append("\\t")
        '"', '\\' -> text.append('\\').append(character)
        else -> text.append(if (character < ' ') '?' else character)
      }
    }
    if (value.length > LONGEST_VALUE) text.append('…')
    return text.append('"').toString()
  }
}
