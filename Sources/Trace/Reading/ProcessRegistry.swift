/// The processes of a log, by number and by name. The system logs the bundle identifier of an app, and the app itself logs its
/// name. They are matched by the process number.
struct ProcessRegistry {
  private var byNumber: [Int: ProcessID] = [:]
  private var names = Names()
  /// The sender and the owner of the newest event that a process logged about itself; reset when more is known about processes.
  /// The next event mostly has the same ones.
  private var newest: (told: Event.Owner?, owner: Event.Owner?) = (nil, nil)
  /// The common name of all processes of which only the number is logged.
  private var nameless: ProcessID?

  /// The properties of each name, by `ProcessID`.
  private struct Names {
    struct Name {
      /// The number of the newest process with this name, which is meant if only the name is logged.
      var newestNumber: Int?
      /// The number of the newest process that another one calls by this name, and that logs without a name itself.
      var namelessNumber: Int?
      /// The main name of the process, if this is another name of it.
      var alias: ProcessID?
      /// Whether another process used the name first, so that it may be an alias.
      var isTold = false
      /// Whether a process uses the name for itself.
      var isOwn = false
    }

    private var names: [Name] = []

    subscript(name: ProcessID) -> Name {
      get { name.rawValue < names.count ? names[name.rawValue] : Name() }
      set {
        while names.count <= name.rawValue { names.append(Name()) }
        names[name.rawValue] = newValue
      }
    }
  }

  /// Returns the owner of an event that a process logs about itself.
  mutating func owner(_ teller: Event.Owner?, hasName: Bool) -> Event.Owner? {
    if newest.told == teller { return newest.owner }
    guard let teller else { return nil }
    guard hasName else {
      nameless = teller.process
      let process = teller.pid.flatMap { byNumber[$0] } ?? teller.process
      if let number = teller.pid { noteNumber(number, of: process) }
      newest = (teller, Event.Owner(process: process, pid: teller.pid))
      return newest.owner
    }
    var process = names[teller.process].alias ?? teller.process
    if let number = teller.pid {
      // A process uses only one name for itself. If the number already has such a name, it now belongs to a new process.
      if let known = byNumber[number], known != process, names[known].isTold, !names[known].isOwn {
        if names[process].isOwn {
          link(known, to: process)
        } else {
          link(process, to: known)
          process = known
        }
      }
      noteNumber(number, of: process)
    }
    names[process].isOwn = true
    newest = (teller, Event.Owner(process: process, pid: teller.pid))
    return newest.owner
  }

  /// Returns the owner of an event that another process logs.
  mutating func owner(
    of subject: Event.Subject, _ line: Span<UInt8>, _ processes: inout WordTable
  ) -> Event.Owner {
    let name = subject.process.map { ProcessID(processes.insert(line, $0)) }
    let known = subject.pid.flatMap { byNumber[$0] }
    guard let name = name ?? known else {
      return Event.Owner(process: ProcessID(processes.insert(line, 0..<0)), pid: subject.pid)
    }
    if known == nil, subject.pid == nil, names[name].newestNumber == nil, !subject.isNext,
      let nameless, let number = names[name].namelessNumber
    {
      return Event.Owner(process: nameless, pid: number)
    }
    if let known, known == nameless, name != nameless {
      names[name].namelessNumber = subject.pid
    } else if let known, known != name, names[name].alias == nil, !names[name].isOwn {
      link(name, to: known)
    }
    let process = known ?? names[name].alias ?? name
    let told = names[process]
    if !told.isOwn, !told.isTold {
      names[process].isTold = true
      newest = (nil, nil)
    }
    if let number = subject.pid { noteNumber(number, of: process) }
    if subject.isNext { return Event.Owner(process: process, pid: nil) }
    return Event.Owner(process: process, pid: subject.pid ?? names[process].newestNumber)
  }

  private mutating func noteNumber(_ number: Int, of process: ProcessID) {
    guard byNumber[number] != process || names[process].newestNumber != number else { return }
    byNumber[number] = process
    names[process].newestNumber = number
    newest = (nil, nil)
  }

  private mutating func link(_ name: ProcessID, to process: ProcessID) {
    names[name].alias = process
    newest = (nil, nil)
    names[name].isTold = false
    guard let number = names[name].newestNumber else { return }
    names[name].newestNumber = nil
    names[process].newestNumber = number
  }
}

extension Event.Subject {
  /// Creates the subject from the fields of a template.
  init(_ names: (process: Int?, pid: Int?), _ fields: some Sequence<Event.Field>, _ line: Span<UInt8>) {
    for field in fields {
      guard case .known(let name) = field.name else { continue }
      if name == names.process { process = field.value }
      if name == names.pid { pid = line.wholeNumber(field.value) }
    }
  }
}
