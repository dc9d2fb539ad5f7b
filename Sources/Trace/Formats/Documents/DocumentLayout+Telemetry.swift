// The layouts of the telemetry formats that lifecheck knows. The values of a message, and names of attributes in it, are separated by
// `, `. So a part of a template's text between two of them is found in a document as it is, which scanners rely on.

extension DocumentLayout {
  /// The layouts of documents that are recognised by their keys, in the order in which they are tried.
  static let known = [crashlytics, bugsnag, sentry, segment]

  /// A bit set of the keys that identify them.
  static let marks = known.reduce(UInt32(0)) { marks, layout in
    layout.marks.reduce(marks) { $0 | 1 << $1.rawValue }
  }

  /// An event of Sentry, alone or as an item of an envelope, and the reports that its crash reporter writes:
  ///
  ///     {"event_id":"…","contexts":{"app":{…},"os":{…}},"breadcrumbs":[
  ///       {"timestamp":1767258000.123,"category":"app.lifecycle","data":{"state":"background"}}]}
  static let sentry = DocumentLayout(
    .sentry, from: .sentry, marks: [.breadcrumbs, .sentryScope],
    records: ["breadcrumbs.values[]|breadcrumbs[]|sentry_sdk_scope.breadcrumbs[]"], time: "timestamp",
    messages: [
      "{message}", "{category}, {data.state}, {data.screen}", "{category}, {data.state}",
      "{category}, {data.action}",
    ],
    fields: "data",
    process: "contexts.app.app_name|contexts.app.app_identifier|system.CFBundleExecutable",
    system: "contexts.os.name|system.system_name", systemVersion: "contexts.os.version|system.system_version",
    version: "contexts.app.app_version|system.CFBundleShortVersionString",
    build: "contexts.app.app_build|system.CFBundleVersion",
    device: "contexts.device.model|contexts.device.model_id|system.machine")

  /// An event of Bugsnag, alone or in the `events` of a payload:
  ///
  ///     {"events":[{"app":{…},"device":{…},"severityReason":{…},"breadcrumbs":[
  ///       {"timestamp":"2026-01-01T10:00:00.123Z","name":"App Did Enter Background","type":"state","metaData":{}}]}]}
  static let bugsnag = DocumentLayout(
    .bugsnag, from: .bugsnag, marks: [.breadcrumbs],
    signs: ["severityReason", "exceptions", "payloadVersion"],
    records: ["breadcrumbs[]"], time: "timestamp", messages: ["{name}"], fields: "metaData",
    process: "metaData.app.name|app.id", system: "device.osName", systemVersion: "device.osVersion",
    version: "app.version", build: "app.bundleVersion|app.versionCode", device: "device.model")

  /// A row of Crashlytics' export to BigQuery, and an entry of its export to Cloud Logging:
  ///
  ///     {"platform":"IOS","process_state":"BACKGROUND","application":{…},"logs":[
  ///       {"timestamp":"2026-01-01 10:00:00.123 UTC","message":"applicationDidEnterBackground"}],"breadcrumbs":[…]}
  static let crashlytics = DocumentLayout(
    .crashlytics, from: .crashlytics,
    marks: [.processState, .crashlyticsSdkVersion, .crashlyticsSdkVersionColumn],
    records: ["logs[]|jsonPayload.logs[]", "breadcrumbs[]|jsonPayload.breadcrumbs[]"],
    time: "timestamp|logTime|eventTime", messages: ["{message}", "{name|title}"], fields: "params",
    process: "bundle_identifier|bundleOrPackage|jsonPayload.bundleOrPackage",
    system: "operating_system.name|platform|jsonPayload.platform",
    systemVersion:
      "operating_system.display_version|operatingSystem.displayVersion|jsonPayload.operatingSystem.displayVersion",
    version: "application.display_version|version.displayVersion|jsonPayload.version.displayVersion",
    build: "application.build_version|version.buildVersion|jsonPayload.version.buildVersion",
    device: "device.model|jsonPayload.device.model")

  /// An event of the Segment specification, alone, in the `batch` of a request, or as a row of a data warehouse:
  ///
  ///     {"type":"track","event":"Application Backgrounded","timestamp":"…","anonymousId":"…","context":{"app":{…},"os":{…}}}
  static let segment = DocumentLayout(
    .segment, from: .segment,
    marks: [.anonymousId, .anonymousIdColumn, .originalTimestamp, .originalTimestampColumn],
    signs: ["event_text", "event"],
    records: [], time: "timestamp|originalTimestamp|original_timestamp|sentAt|sent_at",
    messages: [
      "{event_text|event}, from_background, {properties.from_background|from_background}",
      "{event_text|event}",
    ],
    fields: "properties",
    run: [
      "context.instanceId", "anonymousId|anonymous_id|context.device.id|context_device_id|userId|user_id",
    ],
    process: "context.app.name|context_app_name|context.app.namespace|context_app_namespace",
    system: "context.os.name|context_os_name", systemVersion: "context.os.version|context_os_version",
    version: "context.app.version|context_app_version", build: "context.app.build|context_app_build",
    device: "context.device.model|context_device_model")

  /// The records of OpenTelemetry's logs, relative to their resource. `Telemetry` reads the arrays around them as a stream.
  static let openTelemetry = DocumentLayout(
    .otlp, from: .openTelemetry, records: [], time: nil,
    messages: lifecycleMessages,
    recordRun: ["attributes.session.id"],
    run: ["attributes.service.instance.id", "attributes.device.id|attributes.app.installation.id"],
    process: "attributes.service.name", system: "attributes.os.name|attributes.os.type",
    systemVersion: "attributes.os.version", version: "attributes.service.version|attributes.app.version",
    build: "attributes.app.build_id",
    device: "attributes.device.model.identifier|attributes.device.model.name")

  /// The name of an event with its state. The attribute of the state was renamed several times, and was a field of the body before.
  private static let lifecycleMessages: [DocumentMessage] = [
    "ios.app.state", "ios.state", "ios.lifecycle.state", "android.app.state", "android.state",
    "lifecycle.state",
    "client.lifecycle.state",
  ].map { state in
    let event = "{eventName|attributes.event.name|body.kvlistValue.values.event.name}"
    return DocumentMessage(
      stringLiteral: "\(event), \(state), {attributes.\(state)|body.kvlistValue.values.\(state)}")
  }

  private init(
    _ format: Format, from sender: DocumentFact.Sender, marks: [JSONKeys.Mark] = [], signs: [JSONPath] = [],
    records: [JSONPath], time: JSONPath?, messages: [DocumentMessage], fields: JSONPath? = nil,
    recordRun: [JSONPath] = [], run: [JSONPath] = [], process: JSONPath, system: JSONPath,
    systemVersion: JSONPath, version: JSONPath, build: JSONPath, device: JSONPath
  ) {
    (self.format, self.sender, self.marks, self.signs) = (format, sender, marks, signs)
    (self.records, self.time, self.messages, self.fields) = (records, time, messages, fields)
    (self.recordRun, self.run, self.process) = (recordRun, run, process)
    (self.system, self.systemVersion) = (system, systemVersion)
    facts = [("version", version), ("build", build), ("device", device)].map {
      Fact(field: $0.0, place: $0.1)
    }
  }
}
