/// Why a command did not do what it was asked: one sentence for people, one status for scripts.
struct Failure: Error, Hashable, Sendable {
    var status: ExitStatus
    /// Says what to do next where that is known.
    var message: String

    init(_ status: ExitStatus, _ message: String) {
        self.status = status
        self.message = message
    }

    /// What every command but the starting ones says when nobody owns mediad's names.
    static let notRunning = Failure(.noDaemon, "mediad is not running: systemctl --user start mediad")
}

extension Failure: CustomStringConvertible {
    var description: String { message }
}
