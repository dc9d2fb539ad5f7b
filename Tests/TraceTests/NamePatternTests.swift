import Testing
import Trace

@Suite struct `A callback is recognised however it is written` {
  @Test(arguments: [
    "dogDidWakeUp",
    "dogDidWakeUp:",
    "dogDidWakeUp(_:)",
    "dogDidWakeUp()",
    "-[DogDelegate dogDidWakeUp:]",
    "+[DogDelegate dogDidWakeUp:]",
    "-[DogDelegate(Naps) dogDidWakeUp:]",
    "-[MyApp.DogDelegate dogDidWakeUp:]",
    "[DogDelegate dogDidWakeUp:]",
    "DogDelegate.dogDidWakeUp(_:)",
    "MyApp.DogDelegate.dogDidWakeUp(_:)",
    "MyApp.DogDelegate.dogDidWakeUp(__C.WFDog) -> ()",
    "MyApp.DogDelegate.dogDidWakeUp(_: WFDog) -> ()",
    "MyApp.DogDelegate.dogDidWakeUp(_: __C.WFDog) -> Swift.Void",
    "$s5MyApp11DogDelegateC12dogDidWakeUpyySo5WFDogCF",
    "_$s5MyApp11DogDelegateC12dogDidWakeUpyySo5WFDogCFTo",
    "DogDelegate::dogDidWakeUp()",
  ])
  func `with one argument`(spelling: String) {
    #expect(Reading(spelling).sightings.map(\.event) == ["dog.didWakeUp"])
    #expect(Reading(spelling).sightings.map(\.name) == [spelling])
    #expect(Reading(spelling).sightings.map(\.form) == [.callback])
  }

  @Test(arguments: [
    "dog:didFetchStickWithOptions:",
    "dog:didFetchStickWithOptions",
    "dog(_:didFetchStickWithOptions:)",
    "-[DogDelegate dog:didFetchStickWithOptions:]",
    "DogDelegate.dog(_:didFetchStickWithOptions:)",
    "MyApp.DogDelegate.dog(_: __C.WFDog, didFetchStickWithOptions: [__C.WFKey : Any]?) -> Swift.Bool",
    "didFetchStickWithOptions",
    "dog:fetch:thrower:",
    "dog(_:get:thrower:)",
    "-[DogDelegate dog:fetch:thrower:]",
  ])
  func `with several arguments`(spelling: String) {
    #expect(Reading(spelling).sightings.map(\.event) == ["dog.didFetch"])
    #expect(Reading(spelling).sightings.map(\.name) == [spelling])
  }

  @Test(arguments: [
    "$s5MyApp11DogDelegateC3dog_24didFetchStickWithOptionsSbSo5WFDogC_SDyypGSgtF",
    "$s5MyApp11DogDelegateC3dog_3get7throwerySo5WFDogC_SSSiSgtF",
  ])
  func `with several arguments and mangled`(symbol: String) {
    #expect(Reading(symbol).events == ["dog.didFetch"])
  }

  @Test(arguments: [
    ("virtual void DogDelegate::dogDidWakeUp()", "DogDelegate::dogDidWakeUp()"),
    (
      "@objc MyApp.DogDelegate.dogDidWakeUp(__C.WFDog) -> ()",
      "MyApp.DogDelegate.dogDidWakeUp(__C.WFDog) -> ()"
    ),
    ("DogDelegate dogDidWakeUp", "dogDidWakeUp"),
    ("DogDelegate: dogDidWakeUp:", "dogDidWakeUp:"),
    ("[DogDelegate dogDidWakeUp:]:253", "[DogDelegate dogDidWakeUp:]"),
    ("-[DogDelegate dogDidWakeUp:] line 651 $ yawning", "-[DogDelegate dogDidWakeUp:]"),
    ("-[DogDelegate dogDidWakeUp:] [Line 42] yawning", "-[DogDelegate dogDidWakeUp:]"),
    ("DogDelegate.m:42 dogDidWakeUp:", "dogDidWakeUp:"),
    ("DogDelegate.m(42) dogDidWakeUp", "dogDidWakeUp"),
    ("-> dogDidWakeUp()", "dogDidWakeUp()"),
    ("WARNING -> dogDidWakeUp()", "dogDidWakeUp()"),
    ("[Life] (main) dogDidWakeUp", "dogDidWakeUp"),
    ("*** dogDidWakeUp ***", "dogDidWakeUp"),
    ("12) dogDidWakeUp", "dogDidWakeUp"),
    ("in dogDidWakeUp", "dogDidWakeUp"),
    ("Entering method dogDidWakeUp:", "dogDidWakeUp:"),
    ("dogDidWakeUp: hungry", "dogDidWakeUp:"),
    ("dogDidWakeUp(_:) hungry", "dogDidWakeUp(_:)"),
    ("dogDidWakeUp called", "dogDidWakeUp"),
    ("dogDidWakeUp!", "dogDidWakeUp"),
    ("dogDidWakeUp - after a long nap", "dogDidWakeUp"),
    ("dogDidWakeUp(_:): should eat", "dogDidWakeUp(_:)"),
    ("    dogDidWakeUp", "dogDidWakeUp"),
    ("progress 10%\rdogDidWakeUp", "dogDidWakeUp"),
  ])
  func `with a logger's text around it`(message: String, name: String) {
    #expect(Reading(message).sightings.map(\.event) == ["dog.didWakeUp"])
    #expect(Reading(message).sightings.map(\.name) == [name])
  }

  @Test(arguments: [
    "🐕dogDidWakeUp", "→dogDidWakeUp", "▶️ dogDidWakeUp", "dogDidWakeUp。", "dogDidWakeUp犬", "1️⃣dogDidWakeUp",
  ])
  func `beside emoji, arrows and scripts without blanks`(message: String) {
    #expect(Reading(message).events == ["dog.didWakeUp"])
  }

  @Test(arguments: [
    "ÄdogDidWakeUp", "dogDidWakeUpé", "dogDidWakeUpя", "λdogDidWakeUp", "dogDidWakeUp\u{301}",
  ])
  func `but not as a part of a word`(message: String) {
    #expect(Reading(message).events == [])
  }

  @Test func `with the object it was called on`() {
    let reading = Reading("<MyApp.KennelDelegate: 0x600000abcdef> kennelDidOpen(_:)")
    #expect(reading.events == ["kennel.didOpen"])
    #expect(reading.sightings.map(\.fields) == [["id": "0x600000abcdef"]])
    #expect(Reading("<MyApp.DogDelegate: 0x600000abcdef> dogDidWakeUp(_:)").sightings.map(\.fields) == [[:]])
  }

  @Test(arguments: [
    "end dogDidWakeUp", "dogDidWakeUp returned", "<<< dogDidWakeUp", "<-- dogDidWakeUp", "← dogDidWakeUp",
    "dogDidWakeUp took 12 ms", "exit: -[DogDelegate dogDidWakeUp:]", "dogDidWakeUp(_:) - done",
  ])
  func `at its return`(message: String) {
    #expect(Reading(message).events == ["dog.didWakeUp.end"])
  }

  @Test(arguments: [
    "begin dogDidWakeUp", "dogDidWakeUp started", ">>> dogDidWakeUp", "--> dogDidWakeUp", "dogDidWakeUp {",
  ])
  func `at its beginning`(message: String) {
    #expect(Reading(message).events == ["dog.didWakeUp"])
  }
}

@Suite struct `A notification is recognised however it is written` {
  @Test(arguments: [
    "WFDogDidWakeUpNotification",
    "WFDog.didWakeUpNotification",
    "WalkKit.WFDog.didWakeUpNotification",
    "WFDog.DidWakeUpMessage",
    "NSNotification.Name.WFDogDidWakeUp",
    "received WFDogDidWakeUpNotification",
    "Notification: WFDogDidWakeUpNotification",
    "NSConcreteNotification 0x600003a1 {name = WFDogDidWakeUpNotification; object = <WFDog: 0x7f8>}",
    "name = WFDogDidWakeUpNotification, object = Optional(<WFDog: 0x7f8>), userInfo = nil",
    "NSNotificationName(_rawValue: WFDogDidWakeUpNotification)",
  ])
  func `from its Swift name`(message: String) {
    #expect(Reading(message).events == ["dog.didWakeUp"])
    #expect(Reading(message).sightings.map(\.form) == [.notification])
  }

  @Test func `from its constant`() {
    #expect(Reading("WFDogWillDozeNotification").events == ["dog.willSleep"])
    #expect(Reading(".WFDogWillDoze").events == ["dog.willSleep"])
  }

  @Test(arguments: [
    "_WFDogDidWakeUpNotification", "WFDogDidWakeUpNotificationKey", "WFCat.didWakeUpNotification",
    "Name: WFDogDidWakeUpNotification observers: 3", "addObserver: <X: 0x1> name: WFDogDidWakeUpNotification",
    "WFDogDidWakeUp", "didWakeUpNotification",
  ])
  func `but not if it is registered or part of another name`(message: String) {
    #expect(Reading(message).events == [])
  }

  @Test func `and a method in the same line has precedence`() {
    let reading = Reading("[WFDogDidWakeUpNotification] dogDidWakeUp:")
    #expect(reading.sightings.map(\.form) == [.callback])
  }
}
