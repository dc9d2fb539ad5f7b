// Records the scene phase of a SwiftUI app for lifecheck. Copy this file into the app, and apply it to the root view:
//
//     WindowGroup { ContentView().recordingScenePhase(with: recorder) }
//
// If you copy LifecheckRecorder.swift instead of adding the package, remove its import. docs/recording.md explains it.

import LifecheckRecorder
import SwiftUI

extension View {
  /// Records each change of the phase of the view's scene as `scene.phase`. With several windows, each needs an id of its own.
  func recordingScenePhase(with recorder: Recorder, id: String = "main") -> some View {
    modifier(ScenePhaseRecording(recorder: recorder, id: id))
  }
}

/// Records the scene phase that SwiftUI reports, in addition to the notifications of UIKit.
private struct ScenePhaseRecording: ViewModifier {
  let recorder: Recorder
  let id: String
  @Environment(\.scenePhase) private var phase

  func body(content: Content) -> some View {
    // This form of `onChange` exists since iOS 14. From iOS 17, the compiler suggests another one.
    content.onChange(of: phase) { newPhase in
      recorder.event("scene.phase", ["id": id, "value": Self.name(of: newPhase)])
    }
  }

  private static func name(of phase: ScenePhase) -> String {
    switch phase {
    case .active: return "active"
    case .inactive: return "inactive"
    case .background: return "background"
    @unknown default: return "unknown"
    }
  }
}
