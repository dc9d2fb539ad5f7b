// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that nobody builds it who only uses lifecheck.
let package = Package(
  name: "lifecheck-benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "lifecheck", path: "..")],
  targets: [
    .target(name: "CAllocationCounter"),
    .target(name: "CCores"),
    .executableTarget(
      name: "lifecheck-bench",
      dependencies: [
        "CAllocationCounter", "CCores", .product(name: "LifecheckKit", package: "lifecheck"),
      ]),
  ]
)
