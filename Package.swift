// swift-tools-version: 6.2
import PackageDescription

/// Whether another package depends on this one by version. SwiftPM and Xcode keep such packages in a folder `checkouts`.
let isDependency = Context.packageDirectory.split(separator: "/").dropLast().last == "checkouts"

/// Flags that make the program faster. Many versions of SwiftPM and Xcode refuse packages with such flags as dependencies.
func releaseFlags(_ flags: String...) -> [SwiftSetting] {
  isDependency ? [] : [.unsafeFlags(flags, .when(configuration: .release))]
}

let strict: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
  ]
  // Types are asked for by their own functions, not by mangled names, which have to be parsed, and whose conformances have
  // to be found among thousands: a tenth of the time that a check of a small log takes.
  + releaseFlags("-Xfrontend", "-disable-concrete-type-metadata-mangled-name-accessors")

func library(
  _ name: String, _ dependencies: Target.Dependency..., excluding excluded: [String] = []
) -> Target {
  .target(name: name, dependencies: dependencies, exclude: excluded, swiftSettings: strict)
}

func tests(
  _ name: String, _ dependencies: Target.Dependency..., excluding excluded: [String] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, exclude: excluded,
    swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)])
}

let package = Package(
  name: "lifecheck",
  platforms: [.macOS(.v15), .iOS(.v15), .tvOS(.v15), .watchOS(.v8), .visionOS(.v1)],
  products: [
    .executable(name: "lifecheck", targets: ["lifecheck"]),
    .library(
      name: "LifecheckKit", targets: ["Diagnostics", "Trace", "Rulebook", "Project", "Checking", "Reporting"]),
    .library(name: "LifecheckRecorder", targets: ["LifecheckRecorder"]),
    .library(name: "LifecheckDetector", targets: ["LifecheckDetector"]),
    .library(name: "LifecheckTesting", targets: ["LifecheckTesting"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
  ],
  targets: [
    .systemLibrary(
      name: "CLibYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .target(name: "CBundledRules", exclude: ["ios.archive", "android.archive"]),
    .target(name: "CPages", exclude: ["comparison.html", "timeline.html"]),

    library("Diagnostics"),
    library("YAML", "CLibYAML", "Diagnostics"),
    library("Trace", excluding: ["DESIGN.md"]),
    library("Rulebook", "CBundledRules", "Diagnostics", "Trace", "YAML"),
    library("Project", "Diagnostics", "Rulebook", "Trace", "YAML"),
    .target(
      name: "Checking",
      dependencies: [
        "Diagnostics", "Rulebook", "Trace", .product(name: "BasicContainers", package: "swift-collections"),
        .product(name: "DequeModule", package: "swift-collections"),
      ],
      exclude: ["DESIGN.md"],
      // Debug builds, and with them the tests, check that no two look at one value while it changes; done again for each
      // event of a log, that is a fifth of all work.
      swiftSettings: strict + releaseFlags("-enforce-exclusivity=unchecked")),
    library(
      "Reporting", "CPages", "Checking", "Diagnostics", "Project", "Rulebook", "Trace",
      .product(name: "BasicContainers", package: "swift-collections")),
    .executableTarget(
      name: "lifecheck",
      dependencies: [
        "Checking", "Diagnostics", "Project", "Reporting", "Rulebook", "Trace",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),

    // Apps link it, so it has no dependencies and no flags that a package with a version must not have. Warnings are errors only
    // on Linux, because the code for UIKit is not compiled here.
    .target(
      name: "LifecheckRecorder",
      swiftSettings: [
        .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("MemberImportVisibility"),
        .strictMemorySafety(), .treatAllWarnings(as: .error, .when(platforms: [.linux])),
      ]),

    library("LifecheckDetector", "Checking", "Diagnostics", "Project", "Reporting", "Rulebook"),
    library(
      "LifecheckTesting", "Checking", "Diagnostics", "LifecheckDetector", "Project", "Reporting", "Rulebook",
      "Trace"),

    .executableTarget(
      name: "recorder-sample", dependencies: ["LifecheckRecorder"], path: "Samples/recorder",
      swiftSettings: [
        .swiftLanguageMode(.v6), .enableUpcomingFeature("InternalImportsByDefault"),
        .treatAllWarnings(as: .error),
      ]),

    .target(
      name: "TestSupport", path: "Tests/TestSupport",
      swiftSettings: [
        .swiftLanguageMode(.v6), .enableUpcomingFeature("InternalImportsByDefault"),
        .treatAllWarnings(as: .error),
      ]),
    tests("YAMLTests", "TestSupport", "YAML", "Diagnostics"),
    tests("TraceTests", "TestSupport", "Trace", "Rulebook", excluding: ["Negatives"]),
    tests(
      "RulebookTests", "TestSupport", "Diagnostics", "Reporting", "Rulebook", "Trace", excluding: ["Golden"]),
    tests(
      "ProjectTests", "TestSupport", "Diagnostics", "Project", "Reporting", "Rulebook", excluding: ["Golden"]),
    tests(
      "CheckingTests", "TestSupport", "Checking", "Diagnostics", "Reporting", "Rulebook", "Trace",
      excluding: ["Fixtures"]),
    tests(
      "ReportingTests", "TestSupport", "Checking", "Diagnostics", "Project", "Reporting", "Trace",
      excluding: ["Golden"]),
    tests("RecorderTests", "Checking", "LifecheckRecorder", "recorder-sample", "Rulebook", "Trace"),
    tests(
      "AssertionTests", "Checking", "LifecheckDetector", "LifecheckRecorder", "LifecheckTesting", "Project"),
    tests("CommandTests", "lifecheck"),
  ],
  cLanguageStandard: .c2x
)
