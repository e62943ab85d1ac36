import ArgumentParser
import DBusKit

/// The reason why a command failed: a sentence for people, and an exit status for scripts.
struct Failure: Error, Hashable, Sendable {
    var status: ExitStatus
    /// Suggests what to do next if that is known.
    var message: String

    init(_ status: ExitStatus, _ message: String) {
        self.status = status
        self.message = message
    }

    /// The failure of all commands that do not start mediad while nobody owns mediad's names.
    static let notRunning = Failure(
        .noDaemon, "mediad is not running. Start it with 'systemctl --user start mediad'.")
}

extension Failure: CustomStringConvertible {
    var description: String { message }
}

/// The exit status of the process. Scripts rely on it.
enum ExitStatus: Int32, Hashable, Sendable {
    case done = 0
    /// The daemon refused, or the request is not possible now.
    case refused = 1
    case usage = 2
    case noDaemon = 3
    /// A file, an item or a track that does not exist.
    case notFound = 4

    /// Converts an exit status of the argument parser, which would be 64 for wrong usage.
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
    /// Converts the error of a refused call.
    ///
    /// - Parameter interface: the interface that was called; the message names it if the daemon does not have it.
    init(_ error: DBusError, interface: String) {
        let standard = "org.freedesktop.DBus.Error."
        switch error.name {
        case standard + "ServiceUnknown", standard + "NameHasNoOwner":
            self = .notRunning
        case standard + "NoReply", standard + "Timeout", standard + "TimedOut":
            self.init(.noDaemon, "mediad does not respond. Restart it with 'systemctl --user restart mediad'.")
        case standard + "Disconnected":
            self.init(
                .noDaemon,
                "The connection to the session bus was lost. Log in again, or set DBUS_SESSION_BUS_ADDRESS.")
        case standard + "UnknownInterface", standard + "UnknownObject":
            self.init(
                .refused,
                "mediad is older than mediactl and has no \(interface). Update it, then run "
                    + "'systemctl --user restart mediad'.")
        case standard + "UnknownMethod", standard + "UnknownProperty":
            self.init(
                .refused,
                "mediad is older than mediactl (\(Self.sentence(error))). Update it, then run "
                    + "'systemctl --user restart mediad'.")
        case "org.mediad.Error.NotFound":
            self.init(.notFound, Self.sentence(error))
        default:
            self.init(.refused, Self.sentence(error))
        }
    }

    /// Converts the error of an attempt to connect to the session bus.
    init(connecting error: DBusError) {
        self.init(
            .noDaemon,
            "The session bus is not available (\(Self.sentence(error))). Run mediactl inside your session, "
                + "or set DBUS_SESSION_BUS_ADDRESS.")
    }

    /// mediad's unit has failed to start.
    static var didNotStart: Failure {
        Failure(
            .noDaemon,
            "mediad did not start. See 'systemctl --user status mediad' for the reason. "
                + "If the configuration contains errors, 'mediad --check-config' lists them.")
    }

    /// Converts the error of an attempt to start mediad through the bus.
    init(starting error: DBusError) {
        if error.isStandard(.serviceUnknown) {
            self = .notRunning
        } else {
            self.init(
                .noDaemon,
                "mediad could not be started (\(Self.sentence(error))). See 'systemctl --user status mediad'.")
        }
    }

    private static func sentence(_ error: DBusError) -> String {
        let text = Output.visible(error.message)
        return text.isEmpty ? error.name : text
    }
}
