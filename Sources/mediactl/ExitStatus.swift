import ArgumentParser

/// What the process ends with; scripts rely on it.
enum ExitStatus: Int32, Hashable, Sendable {
    case done = 0
    /// The daemon said no, or what was asked makes no sense now.
    case refused = 1
    case usage = 2
    case noDaemon = 3
    /// A file, an item or a track that does not exist.
    case notFound = 4

    /// From what the argument parser would end with: its own status for wrong usage is 64.
    init(_ code: ExitCode) {
        self =
            switch code {
            case .success: .done
            case .validationFailure: .usage
            default: .refused
            }
    }
}
