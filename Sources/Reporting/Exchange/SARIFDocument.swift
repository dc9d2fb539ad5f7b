/// A log file of SARIF 2.1.0 (OASIS, "Static Analysis Results Interchange Format"), with the properties that lifecheck writes.
struct SARIFDocument: Encodable {
  var schema = "https://json.schemastore.org/sarif-2.1.0.json"
  var version = "2.1.0"
  var runs: [Run]

  private enum CodingKeys: String, CodingKey {
    case schema = "$schema"
    case version, runs
  }

  struct Run: Encodable {
    var tool: Tool
    var automationDetails = Identifier(id: "lifecheck/")
    var columnKind = "unicodeCodePoints"
    var originalUriBaseIds = [
      Location.sourceRoot: BaseLocation(description: Text("the folder in which lifecheck was started"))
    ]
    var invocations: [Invocation]
    var artifacts: [Artifact]
    var results: [Result]
  }

  struct Identifier: Encodable { var id: String }

  struct BaseLocation: Encodable { var description: Text }

  struct Text: Encodable {
    var text: String
    var markdown: String?

    init(_ text: String, markdown: String? = nil) {
      self.text = text
      self.markdown = markdown
    }
  }

  struct Tool: Encodable {
    var driver: Driver

    struct Driver: Encodable {
      var name = Reporting.Tool.name
      var semanticVersion = Reporting.Tool.version
      var rules: [Rule]
    }
  }

  struct Rule: Encodable {
    var id: String
    var shortDescription: Text
    var fullDescription: Text
    var help: Text
    var helpUri: String?
    var defaultConfiguration: Configuration
    var properties: Properties

    struct Configuration: Encodable { var level: String }

    struct Properties: Encodable {
      var tags = ["life-cycle"]
      var precision = "very-high"
      /// GitHub: `error`, `warning` or `recommendation`.
      var problemSeverity: String

      private enum CodingKeys: String, CodingKey {
        case tags, precision
        case problemSeverity = "problem.severity"
      }
    }
  }

  struct Invocation: Encodable {
    var executionSuccessful: Bool
    var exitCode: Int
    /// Mistakes in the rulebook, the project file and options.
    var toolConfigurationNotifications: [Notification]
    /// Logs that could not be checked, required rules that were not checked, and inconclusive checks.
    var toolExecutionNotifications: [Notification]
  }

  struct Notification: Encodable {
    var level: String
    var message: Text
    var locations: [Location]
    var associatedRule: Identifier?
  }

  struct Artifact: Encodable {
    var location: ArtifactLocation
    var roles = ["analysisTarget"]
    var mimeType = "text/plain"
  }

  struct ArtifactLocation: Encodable {
    var uri: String
    var uriBaseId: String?
  }

  struct Location: Encodable {
    /// The name of the folder that relative paths start at, as other tools call it.
    static let sourceRoot = "%SRCROOT%"

    var id: Int?
    var message: Text?
    var physicalLocation: Physical

    struct Physical: Encodable {
      var artifactLocation: ArtifactLocation
      var region: Region?
      /// The whole line. The log may not be in the repository, so it is contained in the report.
      var contextRegion: Context?
    }

    struct Region: Encodable {
      var startLine: Int
      var startColumn: Int?
      var endLine: Int?
      var endColumn: Int?
    }

    struct Context: Encodable {
      var startLine: Int
      var snippet: Text
    }
  }

  struct Result: Encodable {
    var ruleId: String
    var ruleIndex: Int
    var level: String
    var message: Text
    var locations: [Location]
    var relatedLocations: [Location]
    var codeFlows: [CodeFlow]
    var partialFingerprints: [String: String]
    /// Whether the baseline contains the result: `new` or `unchanged`; nil if none is used.
    var baselineState: String?
    var suppressions: [Suppression]?
    var properties: Properties

    struct Properties: Encodable {
      /// The values of the key fields.
      var subject: [String: String]
      var notes: [String]
      /// The number of further lines that repeat the violation.
      var repeats: Int
    }
  }

  struct Suppression: Encodable {
    var kind = "external"
    var status = "accepted"
    var justification: String
  }

  /// The lines that prove a violation, in the order of the log.
  struct CodeFlow: Encodable {
    var threadFlows: [ThreadFlow]

    struct ThreadFlow: Encodable { var locations: [Step] }

    struct Step: Encodable {
      var executionOrder: Int
      var importance: String
      var kinds: [String]
      var location: Location
      /// The states of machines just before the reported line.
      var state: [String: Text]?
    }
  }
}
