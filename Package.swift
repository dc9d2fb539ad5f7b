// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

func library(_ name: String, _ dependencies: Target.Dependency...) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
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
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "lifecheck", targets: ["lifecheck"]),
    .library(name: "LifecheckKit", targets: ["Trace", "Rulebook", "Checking", "Reporting"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0")
  ],
  targets: [
    .systemLibrary(
      name: "CLibYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .target(name: "CBundledRules"),

    library("Diagnostics"),
    library("YAML", "CLibYAML", "Diagnostics"),
    library("Trace"),
    library("Rulebook", "CBundledRules", "Diagnostics", "Trace", "YAML"),
    library("Checking", "Diagnostics", "Rulebook", "Trace"),
    library("Reporting", "Checking", "Diagnostics", "Trace"),
    .executableTarget(
      name: "lifecheck",
      dependencies: [
        "Checking", "Diagnostics", "Reporting", "Rulebook", "Trace",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),

    tests("YAMLTests", "YAML", "Diagnostics"),
    tests("TraceTests", "Trace", "Rulebook"),
    tests("RulebookTests", "Diagnostics", "Reporting", "Rulebook", "Trace", excluding: ["Golden"]),
    tests("CheckingTests", "Checking", "Rulebook", "Trace", excluding: ["Fixtures"]),
    tests("ReportingTests", "Checking", "Diagnostics", "Reporting", "Trace", excluding: ["Golden"]),
    tests("CommandTests", "lifecheck"),
  ],
  cLanguageStandard: .c2x
)
