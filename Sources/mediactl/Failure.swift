import ArgumentParser
import DBusKit

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

extension Failure {
    /// What a refused call means to the caller.
    ///
    /// - Parameter interface: the interface that was called; named where this daemon does not have it.
    init(_ error: DBusError, interface: String) {
        let standard = "org.freedesktop.DBus.Error."
        switch error.name {
        case standard + "ServiceUnknown", standard + "NameHasNoOwner":
            self = .notRunning
        case standard + "NoReply", standard + "Timeout", standard + "TimedOut":
            self.init(.noDaemon, "mediad did not answer: systemctl --user restart mediad")
        case standard + "Disconnected":
            self.init(.noDaemon, "the session bus was lost: log in again, or set DBUS_SESSION_BUS_ADDRESS")
        case standard + "UnknownInterface", standard + "UnknownObject":
            self.init(
                .refused,
                "mediad is older than mediactl and has no \(interface): update it, then run "
                    + "systemctl --user restart mediad")
        case standard + "UnknownMethod", standard + "UnknownProperty":
            self.init(
                .refused,
                "mediad is older than mediactl (\(Self.sentence(error))): update it, then run "
                    + "systemctl --user restart mediad")
        case "org.mediad.Error.NotFound":
            self.init(.notFound, Self.sentence(error))
        default:
            self.init(.refused, Self.sentence(error))
        }
    }

    /// What an attempt to reach the session bus ended with.
    init(connecting error: DBusError) {
        self.init(
            .noDaemon,
            "the session bus is not available (\(Self.sentence(error))): run mediactl inside your session, "
                + "or set DBUS_SESSION_BUS_ADDRESS")
    }

    /// What an attempt to have the bus start mediad ended with.
    init(starting error: DBusError) {
        if error.isStandard(.serviceUnknown) {
            self = .notRunning
        } else {
            self.init(
                .noDaemon, "mediad could not be started (\(Self.sentence(error))): see systemctl --user status mediad")
        }
    }

    private static func sentence(_ error: DBusError) -> String {
        let text = Output.visible(error.message)
        return text.isEmpty ? error.name : text
    }
}
