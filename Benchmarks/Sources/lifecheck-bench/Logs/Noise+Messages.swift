/// The messages of the generated logs: `#` is a number, `%` a longer hexadecimal number, `@` a word.
extension Noise {
  /// Messages of the system that are nearly callbacks.
  static let ofSystem = [
    "[0x%] activating connection: mach=true listener=false peer=false name=com.apple.@.@",
    "[FBSceneManager]:scene-% com.apple.@ update settings: interfaceOrientation = portrait (#)",
    "Received state update for # (app<com.example.@(%)>, running-active-NotVisible",
    "Calculated state for app<com.example.@(%)>: running-suspended (role: Background) (endowments: <private>)",
    "Acquiring assertion targeting [app<com.example.@>:#] from originator [daemon<com.apple.@>:#] for reason @",
    "Evaluating dispatch of UIEvent: 0x%; type: 0; subtype: 0; backing type: 11; shouldSend: 1; ignoreInteractionEvents: 0",
    "[com.apple.@.background:#] starting transfer for task <%>.<#> at rate # with priority 5",
    "Task <%>.<#> finished with status: foregroundRequested 0, timer fired 0, application state unknown",
    "client %: @ timer @ scheduled for # ms, leeway # ms, tolerance default",
    "Window did resign key @; scene session identifier: com.apple.@:default-%",
    "Connection #: received viability advisory(Y) for interface en0, path satisfied (Path is satisfied), @",
    "nw_flow_connected [C# Hostname#@:443 in_progress channel-flow (satisfied (Path is satisfied), viable, interface: en0, dns)] Transport protocol connected (tcp)",
    "TCC: service @ preflight for com.example.@ returned #, background: no, prompt policy default %",
    "cache lookup for key @.@.% took # us, application did finish @ before",
    "<UIApplicationSceneSettings %> changed: foreground = NotSet; isActiveAppearance @; delegate will be told @",
    "Snapshot generation for application @ skipped: the scene is not yet in the background list (#)",
  ]
  static let systemWords =
    "application background foreground timer scene view state active cache network render session layout window "
    + "delegate image default request response queue launch terminate memory protected data lock unlock home screen"

  /// Messages of an app that are nearly callbacks.
  static let ofApp = [
    "[Sync] batch # of # applied, # conflicts, cursor %, next @ in # s, retry policy @ with jitter, table @",
    "[Player] item <AVPlayerItem: 0x%> likely to keep up: @, buffered # ms, stalled # ms, timer # ms, audio session @",
    "[Net] GET https://api.example.com/v2/@/#?cursor=%&expand=@ -> 200 in # ms, # bytes, cached @, connection reused",
    "[Store] fetched # rows of @ in # ms using index @_on_@, did become stale # s ago, background refresh @, context %",
    "CoreData: debug: fault fulfilled from @ for : 0x% <x-coredata://%/@/p#>, with row version # and state @",
    "[UI] <CollectionView: 0x%; baseClass = UIScrollView; frame = (0 #; 390 #); layer = <CALayer: 0x%>> laid out in # us",
    "[Ads] slot @ will enter auction # with # bidders, floor # ct, winner @, session foreground time # s, request %",
    "[Analytics] queued event @_@ with # parameters, launch counter #, did finish upload @, next flush in # s, file %",
  ]
  static let appWords =
    "orders basket product list detail search avatar banner payment shipping address checkout coupon review rating "
    + "applicationState didBecome willResign sceneState enterBackground terminate launching finish memory"

  /// Messages without words of callbacks.
  static let ordinary = [
    "GET /v2/@/# 200 in # ms, # bytes from @",
    "decoded @ image of # kB in # us",
    "user tapped the @ button in row #",
    "cache has # entries of @, # kB, oldest # s",
    "retry # of @ after # ms: connection lost",
    "SELECT id, name FROM @ WHERE parent = # ORDER BY @ took # us and gave # rows",
    "token for @ expires in # s, refreshed at %",
    "added observer <@: 0x%> for key @.@",
    "sent # of # packets to %, rtt # ms, loss #",
    "<@: 0x%> layout pass took # us for # subviews",
    "parsed configuration @.plist with # keys, version #",
    "price of @ # changed from # to #",
    "downloaded @-%.zip, # of # bytes",
    "no route to %, using @ instead",
    "started transaction % on @, isolation @",
    "committed transaction % on @ after # us, # pages written",
    "thermal level #, fan # rpm, sensor @ # mK",
    "signal # dBm on channel #, noise # dBm, rate # Mbit",
    "read # bytes of @/@/%.db at offset #",
    "scheduled job @.@ in # s with tolerance # s",
    "job @.@ ran for # ms, next run in # s",
    "resolved @.example.com to # addresses in # ms",
    "certificate % of @ is valid for # days",
    "rendered frame # in # us, # draw calls, # triangles",
    "allocated # kB for @, # kB free",
    "imported # contacts from @, # duplicates merged",
    "speech segment # has confidence #, language @",
    "battery level #, current # mA, cycle #",
    "indexing @: # of # items, # per second",
    "shader @_@ compiled in # ms, hash %",
    "rejected message % from @: sequence # is behind #",
    "x=# y=# w=# h=# scale=# id=%",
  ]
  static let ordinaryWords =
    "orders basket product list detail search avatar banner payment shipping address coupon review rating map photo "
    + "album contact calendar mail music podcast radio sensor modem router printer keyboard cloud index archive"
}
