import Foundation

#if canImport(UIKit) && !os(watchOS)
  import UIKit
#endif

extension ObservedNotification {
  /// Whether a notification is the event of this row.
  func matches(_ notification: Notification) -> Bool {
    guard let condition else { return true }
    return Self.number(condition.key, in: notification) == condition.value
  }

  /// Appends the event's fields to a line. `scene` is the id of the scene, if the notification has one.
  func appendFields(of notification: Notification, scene: String?, to line: inout LineBuffer) {
    switch fields {
    case .none: break
    case .appStep: line.append(" via=notification")
    case .launch:
      if let state = Self.state(of: notification.object) { line.appendField("state", state) }
      line.append(" via=notification")
    case .sceneStep:
      if let scene { line.appendField("id", scene) }
      line.append(" via=notification")
    case .name: line.appendField("name", name)
    case .shouldResume(let key):
      guard let options = Self.number(key, in: notification) else { break }
      line.appendField("shouldResume", options & 1 == 1 ? "yes" : "no")
    case .reason(let key):
      if let reason = Self.number(key, in: notification) { line.appendField("reason", String(reason)) }
    }
  }

  private static func number(_ key: String, in notification: Notification) -> Int? {
    let value = notification.userInfo?[key]
    return (value as? NSNumber)?.intValue ?? value as? Int ?? (value as? UInt).flatMap { Int(exactly: $0) }
  }

  /// The state of the app that is launched, as UIKit reports it.
  private static func state(of object: Any?) -> String? {
    #if canImport(UIKit) && !os(watchOS)
      guard let app = object as? UIApplication, Thread.isMainThread else { return nil }
      return MainActor.assumeIsolated {
        switch app.applicationState {
        case .active: "active"
        case .inactive: "inactive"
        case .background: "background"
        @unknown default: nil
        }
      }
    #else
      return nil
    #endif
  }
}

extension Recorder {
  /// The persistent identifier of a scene of UIKit; nil for another object.
  @Sendable public static func sceneID(of object: Any?) -> String? {
    #if canImport(UIKit) && !os(watchOS)
      guard let scene = object as? UIScene, Thread.isMainThread else { return nil }
      return MainActor.assumeIsolated { scene.session.persistentIdentifier }
    #else
      return nil
    #endif
  }
}
