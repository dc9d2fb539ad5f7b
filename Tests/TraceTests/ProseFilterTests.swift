import Testing
import Trace

@Suite struct `A line that mentions a callback is not an event` {
  @Test(arguments: [
    // Prose.
    "dogDidWakeUp was not called before dogWillSleep",
    "dogDidWakeUp should never block",
    "dogDidWakeUp is deprecated, use kennels instead",
    "The reason is that dogDidWakeUp came late",
    "After dogDidWakeUp the bowl is filled",
    "waiting for dogDidWakeUp",
    "dogDidWakeUp, from the kennel",
    "dogDidWakeUp or dogWillSleep",
    "Dog delegate received call to -dog:didFetchStickWithOptions: but the stick was never returned.",
    "dogDidWakeUp/dogWillSleep",
    "dogDidWakeUp / dogWillSleep are both wired up",
    "dogDidWakeUp observer added",
    "dogDidWakeUp not implemented, skipping",
    "dogDidWakeUp: is already swizzled",
    "dogDidWakeUp?",
    "dogDidWakeUp handler installed",
    "犬が起きたらdogDidWakeUpが呼ばれる",
    // Stack frames.
    "3   MyApp                               0x0000000102f4a1b0 -[DogDelegate dogDidWakeUp:] + 120",
    "frame #3: 0x0000000102f4a1b0 MyApp`-[DogDelegate dogDidWakeUp:](self=0x1) at DogDelegate.m:12:5",
    "#3 0x102f4a1b0 in -[DogDelegate dogDidWakeUp:] DogDelegate.m:12",
    "3 [ra] 0x0000000102f4a1b0 MyApp.DogDelegate.dogDidWakeUp(_:) + 120 in MyApp",
    "    2534 -[DogDelegate dogDidWakeUp:]  (in MyApp) + 120  [0x102f4a1b0]",
    "  at dogDidWakeUp (App.js:3:4)",
    "dogDidWakeUp@http://localhost:8081/index.bundle:12:3",
    "__41-[DogDelegate dogDidWakeUp:]_block_invoke",
    // Symbols and names of tasks.
    "method descriptor for MyApp.DogDelegate.dogDidWakeUp(__C.WFDog) -> ()",
    "taskID = 8, taskName = Called by MyApp, from $s5MyApp11DogDelegateC12dogDidWakeUpyySo5WFDogCF, age = 3",
    // Source code and compilers.
    "    func dogDidWakeUp(_ dog: WFDog) {",
    "- (void)dogDidWakeUp:(WFDog *)dog",
    "+ dogDidWakeUp",
    "#selector(dogDidWakeUp(_:))",
    "[self dogDidWakeUp:dog];",
    "self.dogDidWakeUp(dog)",
    "super.dogDidWakeUp()",
    "DogDelegate.swift:42:10: warning: dogDidWakeUp(_:) is unused",
    "//dogDidWakeUp",
    "let dogDidWakeUp = true",
    "dogDidWakeUp,",
    // Tests.
    "    ✓ dogDidWakeUp (0.001 seconds)",
    // Diagnostics.
    "-[DogDelegate dogDidWakeUp:]: unrecognized selector sent to instance 0x7f8",
  ])
  func `and is counted as a mention`(line: String) {
    let reading = Reading(line)
    #expect(reading.events == [])
    #expect(reading.statistics.mentions == 1)
  }

  @Test(arguments: [
    "Test Case '-[WalkTests testDogDidWakeUp]' started.",
    "vendorDogDidWakeUp",
    "dogDidWakeUpForFood: now",
    "dog_didWakeUp",
    "DogDidWakeUp",
    "didWakeUp",
    "dogDidWakeUp_",
    "$dogDidWakeUp",
    "$s5MyApp11DogDelegateC13dogDidWakeUpyySo5WFDogCF",
  ])
  func `and is not a mention if the word is longer or shorter`(line: String) {
    let reading = Reading(line)
    #expect(reading.events == [])
    #expect(reading.statistics.mentions == 0)
  }

  @Test func `and not a mention if a template fits`() throws {
    let resting = try LineTemplate("dog of {id}>: is resting{..}")
    let vocabulary = Vocabulary(
      EventDeclaration(name: "dog.nap", callbacks: ["dog:nap:"]),
      EventDeclaration(name: "dog.rest", templates: [resting], fields: ["id": .text]))
    let reading = Reading("the dog of com.example.nap>: is resting", vocabulary)
    #expect(reading.events == [])
    #expect(reading.statistics.mentions == 0)
    #expect(Reading("dog of com.example.nap>: is resting", vocabulary).events == ["dog.rest"])
    #expect(Reading("-[Kennel dog:nap:]", vocabulary).events == ["dog.nap"])
  }

  @Test func `if the line is the return of an event that does not return`() {
    let vocabulary = Vocabulary(EventDeclaration(name: "dog.nap", callbacks: ["dogDidTakeANap"]))
    #expect(Reading("dogDidTakeANap", vocabulary).events == ["dog.nap"])
    #expect(Reading("dogDidTakeANap ended", vocabulary).events == [])
  }
}
