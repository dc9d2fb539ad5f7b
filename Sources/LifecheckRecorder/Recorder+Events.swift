// What an app records itself. Each method writes one event of lifecheck's vocabulary.

extension Recorder {
  /// Records an event: `event("data.save", id: "draft")`.
  public func event(_ name: String, id: String? = nil) {
    write(name) { line in
      if let id { line.appendField("id", id) }
    }
  }

  /// Records an event with other fields: `event("file.open", ["path": path, "protection": "complete"])`.
  public func event(_ name: String, _ fields: KeyValuePairs<String, String>) {
    write(name) { line in
      for (key, value) in fields { line.appendField(key, value) }
    }
  }

  /// Records a callback of the app or of a scene with its return. lifecheck then knows how long it took and what happened inside
  /// it. `id` is the id of the scene.
  ///
  /// ```swift
  /// func applicationDidEnterBackground(_ application: UIApplication) {
  ///   recorder.callback("app.didEnterBackground") { store.save() }
  /// }
  /// ```
  ///
  /// The notification of the same step is not recorded a second time.
  public func callback<Result, Failure: Error>(
    _ name: String, id: String? = nil, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    recordCall(of: name, id: id)
    defer { recordReturn(of: name, id: id) }
    return try body()
  }

  // MARK: - Data

  /// Records that the user's data has changes that are not saved (`user.dataDirty`).
  public func dirty(_ id: String) { event("user.dataDirty", id: id) }

  /// Records that a save begins (`data.saveStart`).
  public func saving(_ id: String) { event("data.saveStart", id: id) }

  /// Records that the data is on disk (`data.save`).
  public func saved(_ id: String) { event("data.save", id: id) }

  /// Records that changes are discarded (`data.discard`).
  public func discarded(_ id: String) { event("data.discard", id: id) }

  // MARK: - Background tasks

  /// Records the begin of a background task (`backgroundTask.begin`). `id` is any text that identifies it until its end, such as
  /// the raw value of its identifier.
  public func backgroundTaskBegan(_ id: String, name: String? = nil) {
    write("backgroundTask.begin") { line in
      line.appendField("id", id)
      if let name { line.appendField("name", name) }
    }
  }

  /// Records the end of a background task (`backgroundTask.end`).
  public func backgroundTaskEnded(_ id: String) { event("backgroundTask.end", id: id) }

  /// Records the expiration handler of a background task (`backgroundTask.expire`).
  public func backgroundTaskExpired(_ id: String) { event("backgroundTask.expire", id: id) }

  // MARK: - Timers

  /// Records the start of a timer (`timer.start`). Without `repeats`, it counts as one that repeats.
  public func timerStarted(_ id: String, repeats: Bool? = nil) {
    write("timer.start") { line in
      line.appendField("id", id)
      if let repeats { line.appendField("repeats", repeats ? "yes" : "no") }
    }
  }

  /// Records that a timer fires (`timer.fire`).
  public func timerFired(_ id: String) { event("timer.fire", id: id) }

  /// Records that a timer is stopped (`timer.stop`).
  public func timerStopped(_ id: String) { event("timer.stop", id: id) }
}
