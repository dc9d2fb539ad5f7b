import Rulebook
import Trace

// Witnesses and messages.

extension Session {
  @inline(__always)
  func witness(of occurrence: Occurrence) -> Witness { occurrence.witness ?? makeWitness(of: occurrence) }

  @inline(never)
  private func makeWitness(of occurrence: Occurrence) -> Witness {
    occurrence.makeWitness(program, keepsText: log.keepsText)
  }

  @inline(never)
  func render(_ template: MessageTemplate, _ breach: borrowing Breach, of judged: Occurrence) -> String {
    var message = ""
    for piece in template.pieces {
      let text =
        switch piece {
        case .text(let text): text
        case .field(let name):
          program.fieldIndex[name].flatMap(judged.retainedLine.value) ?? "(no \(name))"
        case .event: program.rulebook.vocabulary.name(of: judged.id)
        case .duration: breach.duration.map { Quantity.text(nanoseconds: $0) } ?? "too long"
        case .count: breach.count.map(String.init) ?? "too many"
        }
      message += text
    }
    return message
  }
}
