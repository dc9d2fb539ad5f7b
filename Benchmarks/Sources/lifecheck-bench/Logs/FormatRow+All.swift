/// The table of all formats, in the order of `Format`. Crash reports, incidents and MetricKit are missing, because they
/// are small documents. `custom` is missing, because its header comes from a project's configuration.
extension FormatRow {
  static let all = apple + syslog + nslog + android + loggers + frameworks + tests + json + tables + wrapped

  /// Apple's `log show` is also the device log of the benchmarks.
  static let oslogDefault = FormatRow(
    .oslogDefault,
    "{date} {time}.{us}+0100 0x{hexThread<9}{type<12}0x{activity<19}{pid<7}0    {process}: {origin}{message}",
    start: "Timestamp                       Thread     Type        Activity             PID    TTL  \n")

  private static let apple = [
    FormatRow(
      .canonical, "{date}T{time}.{us}Z Shop[1181:{thread}] {message}",
      event: "{date}T{time}.{us}Z Shop[1181:1] {message}", messages: RareEvents.canonical),
    oslogDefault,
    FormatRow(
      .oslogCompact, "{date} {time}.{ms} {code<2} {process}[{pid}:{hexThread}] {origin}{message}",
      start: "Timestamp               Ty Process[PID:TID]\n"),
    FormatRow(
      .oslogSyslog, "{date} {time}.{us}+0100  localhost {process}[{pid}]: {origin}{message}",
      start: "Timestamp                       (process)[PID]    \n"),
    FormatRow(.consoleCopy, "{lower}\t{time}.{us}+0100\t{process}\t{message}"),
    FormatRow(
      .xcodeMeta,
      "{message}\nType: {level} | Timestamp: {date} {time}.{us}+01:00 | Process: {process} | Library: {image} | "
        + "Subsystem: {subsystem} | Category: {category} | TID: 0x{hexThread}"),
  ]

  private static let ofASL = "{monthName} {day} {time} my-mac {process}[{pid}]: {message}"

  private static let syslog = [
    FormatRow(.ideviceTrace, "{monthName} {day} {time}.{us} {process}{library}[{pid}] <{level}>: {message}"),
    FormatRow(
      .ideviceRelay, "{monthName} {day} {time} iPhone {process}{library}[{pid}] <{level}>: {message}"),
    FormatRow(.asl, ofASL),
    FormatRow(
      .aslRepeat,
      lines: Array(repeating: ofASL, count: 9) + [
        ofASL + "\n{monthName} {day} {time} --- last message repeated {few} times ---"
      ]),
    FormatRow(
      .pymobiledevice,
      "{date} {time}.{us} {process}{{image}}[{pid}] <{upper}>: {message} [{subsystem}][{category}]"),
    FormatRow(.isoSyslog, "{date} {time}+0100 my-mac {process}[{pid}]: {message}"),
    FormatRow(.syslog5424, "<14>1 {date}T{time}.{us}+01:00 my-mac {process} {pid} - - {message}"),
  ]

  private static let nslog = [
    FormatRow(.nslog, "{date} {time}.{us}+0100 Shop[1181:{thread}] {message}"),
    FormatRow(.nslogTime, "{time}.{ms} Shop[1181:{thread}] {message}"),
    FormatRow(.nslogCut, "Shop[1181:{thread}] {message}"),
  ]

  private static let android = [
    FormatRow(.logcatThreadtime, "{month}-{day} {time}.{ms} {pid>5} {thread>5} {letter} {tag<8}: {message}"),
    FormatRow(.logcatTime, "{month}-{day} {time}.{ms} {letter}/{tag<8}({pid>5}): {message}"),
    FormatRow(.logcatBrief, "{letter}/{tag<8}({pid>5}): {message}"),
    FormatRow(.logcatTag, "{letter}/{tag<8}: {message}"),
    FormatRow(.logcatProcess, "{letter}({pid>5}) {message}  ({tag})"),
    FormatRow(
      .logcatThread, "{letter}({pid>5}:{thread>5}) {message}",
      messages: RareEvents.activities.map { "MainActivity.\($0)" }),
    FormatRow(
      .logcatLong, "[ {month}-{day} {time}.{ms} {pid>5}:{thread>5} {letter}/{tag<8} ]\n{message}\n"),
    FormatRow(
      .studioNew,
      "{date} {time}.{ms} {pid>5}-{thread<6} {tag<23} com.example.shop                     {letter}  {message}"
    ),
    FormatRow(
      .studioOld, "{date} {time}.{ms} {pid}-{thread}/com.example.shop {letter}/{tag}: {message}",
      "{date} {time}.{ms} {pid}-{thread}/? {letter}/{tag}: {message}"),
  ]

  private static let loggers = [
    FormatRow(.lumberjackFile, "{year}/{month}/{day} {time}:{ms}  {message}"),
    FormatRow(
      .swiftLog, "{date}T{time}+0100 {lower} com.example.shop: [Shop] {message}",
      "{date}T{time}+0100 {lower} com.example.shop: id={number} [Shop] {message}"),
    FormatRow(
      .swiftyBeaver, "{time}.{ms} 🟦 INFO {tag}.load():{number} - {message}",
      "{time}.{ms} DEBUG {tag}.save():{number} - {message}"),
    FormatRow(
      .xcgLogger, "{date} {time}.{ms} [Debug] [main] [{tag}.swift:{number}] load(_:) > {message}",
      "{date} {time}.{ms} [Info] [main] [{tag}.swift:{number}] save(_:to:) > {message}"),
  ]

  private static let frameworks = [
    FormatRow(.capacitor, "⚡️  [log] - {message}", "⚡️  [warn] - {message}", messages: RareEvents.ofCapacitor),
    FormatRow(.flutter, "flutter: {message}", messages: RareEvents.ofFlutter),
    FormatRow(
      .metro, " LOG  {message}", " WARN  {message}", " (NOBRIDGE) LOG  {message}",
      messages: RareEvents.ofReactNative),
    FormatRow(
      .reactNative, "{date} {time}.{ms} [info][tid:com.facebook.react.JavaScript] {message}",
      "{date} {time}.{ms} [warn][tid:main][{tag}.m:{number}] {message}", messages: RareEvents.ofReactNative),
  ]

  private static let tests = [
    FormatRow(
      .appium, "{date} {time}:{ms} - [{hex}][XCUITestDriver@6a6c] {message}",
      "{date} {time}:{ms} - [debug] [XCUITestDriver@6a6c] {message}"),
    FormatRow(.detox, "{time}.{ms} detox[8813] i {message}", "{time}.{ms} detox[8813] W {message}"),
    FormatRow(
      .xctestActivity, "    t = {elapsed>8}s {message}", "    t = {elapsed>8}s     {message}",
      messages: RareEvents.canonical,
      start: "Test Case '-[ShopUITests.LifeTests testLife]' started.\n"
        + "    t =     0.00s Start Test at 2026-11-20 10:00:00.000\n"),
    FormatRow(
      .xctestCase, "Test Case '-[ShopTests.{tag}Tests test{hex}]' started.",
      "Test Case '-[ShopTests.{tag}Tests test{hex}]' passed (0.{ms} seconds).",
      event: "{date} {time}.{us}+0100 Shop[1181:{thread}] {message}"),
  ]

  private static let json = [
    FormatRow(
      .jsonLine,
      #"{"level":30,"time":{epoch}{ms},"pid":{pid},"hostname":"phone","name":"{category}","msg":"{json}"}"#),
    FormatRow(
      .oslogJSON,
      #"  "traceID" : {number}{epoch},"# + "\n" + #"  "eventMessage" : "{json}","# + "\n"
        + #"  "eventType" : "logEvent","# + "\n" + #"  "source" : null,"# + "\n"
        + #"  "subsystem" : "{subsystem}","# + "\n" + #"  "category" : "{category}","# + "\n"
        + #"  "threadID" : {thread},"# + "\n" + #"  "processImagePath" : "{path}","# + "\n"
        + #"  "timestamp" : "{date} {time}.{us}+0100","# + "\n" + #"  "messageType" : "{type}","# + "\n"
        + #"  "processID" : {pid}"# + "\n},{",
      start: "[{\n", end: "  \"eventMessage\" : \"end\",\n  \"eventType\" : \"logEvent\"\n}]\n"),
    FormatRow(
      .otlp,
      #"{"resourceLogs":[{"resource":{"attributes":[{"key":"process.pid","value":{"intValue":"{pid}"}}]},"#
        + #""scopeLogs":[{"scope":{"name":"{category}"},"logRecords":[{"timeUnixNano":"{epoch}{us}000","#
        + #""severityNumber":9,"body":{"stringValue":"{json}"},"#
        + #""attributes":[{"key":"thread.id","value":{"intValue":"{thread}"}}]}]}]}]}"#),
    FormatRow(
      .studioJSON,
      #"{"header":{"logLevel":"INFO","pid":{pid},"tid":{thread},"applicationId":"com.example.shop","#
        + #""processName":"com.example.shop","tag":"{tag}","timestamp":{"seconds":{epoch},"nanos":1{us}00}},"#
        + #""message":"{json}"},"#,
      start: #"{"metadata":{"filter":"package:mine"},"logcatMessages":["# + "\n",
      end: #"{"header":{"logLevel":"INFO","pid":1,"tid":1},"message":"end"}]}"# + "\n"),
    FormatRow(
      .chromeTrace,
      #"{"name":"{json}","cat":"{category}","ph":"i","ts":{epoch}{us},"pid":{pid},"tid":{thread},"s":"t"},"#,
      start: "{\"traceEvents\":[\n", end: "{}],\"displayTimeUnit\":\"ms\"}\n"),
  ]

  private static let tables = [
    FormatRow(
      .xctrace,
      #"<row><event-time id="{row}1" fmt="00:00.000.000">{epoch}{us}000</event-time>"#
        + #"<thread id="{row}2" fmt="Worker 0x{hexThread} ({process}, pid: {pid})">"#
        + #"<tid id="{row}3" fmt="0x{hexThread}">{thread}</tid>"#
        + #"<process id="{row}4" fmt="{process} ({pid})"><pid id="{row}5" fmt="{pid}">{pid}</pid></process></thread>"#
        + #"<sentinel/><event-type id="{row}6" fmt="{type}">{type}</event-type>"#
        + #"<subsystem id="{row}7" fmt="{subsystem}">{subsystem}</subsystem>"#
        + #"<category id="{row}8" fmt="{category}">{category}</category>"#
        + #"<os-log-metadata id="{row}9" fmt="{xml}"/></row>"#,
      start: #"<?xml version="1.0"?>"# + "\n<trace-query-result>\n"
        + #"<node xpath='//trace-toc[1]/run[1]/data[1]/table[3]'><schema name="os-log">"#
        + ["time", "thread", "process", "message-type", "subsystem", "category", "message"]
        .map { "<col><mnemonic>\($0)</mnemonic></col>" }.joined() + "</schema>\n",
      end: "</node></trace-query-result>\n"),
    FormatRow(.plain, "{date} {time}.{ms} {message}", "[{time}.{ms}] {message}"),
    FormatRow(.bare, "{message}"),
  ]

  /// NSLog in the lines of tools: GitHub Actions, Appium, Kubernetes (CRI) and docker compose.
  private static let wrapped = [
    FormatRow(
      wrapped: "ci-nslog", .nslog,
      "{date}T{time}.{us}0Z {date} {time}.{us}+0000 Shop[1181:{thread}] {message}"),
    FormatRow(
      wrapped: "appium-nslog", .nslogTime,
      "{date} {time}:{ms} - [Xcode] {time}.{ms} Shop[1181:{thread}] {message}"),
    FormatRow(
      wrapped: "container-nslog", .nslog,
      "{date}T{time}.{us}000Z stdout F {date} {time}.{us}+0000 Shop[1181:{thread}] {message}"),
    FormatRow(
      wrapped: "compose-nslog", .nslog, "shop-1  | {date} {time}.{us}+0000 Shop[1181:{thread}] {message}"),
  ]
}
