internal import DBusKit
internal import PlayerCore

/// The methods of `org.mediad.Session1` for the history.
@BusActor
final class HistoryMethods {
    /// The maximum number of entries in a reply: even with the longest URIs they stay below the size limit of a
    /// message.
    private static let entryLimit = 1_000
    private static let problemLimit = 1_000
    /// Linux's PATH_MAX, including the terminating zero.
    private static let pathLimit = 4_096

    private static let noHistory = DBusError(
        name: ServiceError.notPossible,
        message: "The history is turned off: set keep = true under [history] in the configuration. If it is set, "
            + "journalctl --user -u mediad shows the reason.")

    private let handlers: HistoryHandlers
    private let schemes: [String]

    /// - Parameter schemes: the accepted URI schemes.
    init(_ handlers: HistoryHandlers, schemes: [String]) {
        self.handlers = handlers
        self.schemes = schemes
    }

    /// - Parameter history: nil if no history is kept: each method fails with an explanation then.
    static func methods(of history: HistoryMethods?) -> [BusMethod] {
        func method(
            _ name: String, in inputs: [BusArgument], out outputs: [BusArgument] = [],
            _ answer: @escaping @BusActor (HistoryMethods, BusCall) -> Void
        ) -> BusMethod {
            BusMethod(
                name, in: inputs, out: outputs,
                answering: { call in
                    guard let history else { return call.reply.fail(noHistory) }
                    answer(history, call)
                })
        }
        return [
            method(
                "History", in: [BusArgument("offset", "u"), BusArgument("count", "u")],
                out: [BusArgument("entries", "aa{sv}")]
            ) { $0.read($1) },
            method("Resume", in: [BusArgument("uri", "s")], out: [BusArgument("position", "x")]) { $0.resume($1) },
            method("Forget", in: [BusArgument("uri", "s")]) { $0.forget($1) },
            method(
                "ImportHistory", in: [BusArgument("folder", "s")],
                out: [BusArgument("imported", "u"), BusArgument("problems", "as")]
            ) { $0.importFolder($1) },
        ]
    }

    private func read(_ call: BusCall) {
        let reply = call.reply
        let count = min(Int(call.arguments[1].asUInt32 ?? 0), Self.entryLimit)
        guard count > 0 else { return reply.succeed([.propertyLists([])]) }
        handlers.read(Int(call.arguments[0].asUInt32 ?? 0), count) { entries in
            reply.succeed([.propertyLists(entries.prefix(count).map(HistoryWriter.entry))])
        }
    }

    private func resume(_ call: BusCall) {
        let reply = call.reply
        do throws(DBusError) {
            let uri = try MediaURI.normalised(call.arguments[0].asString ?? "", schemes: schemes)
            handlers.resume(uri) { result in
                switch result {
                case .success(let position): reply.succeed([.int64(position.microseconds)])
                case .failure(let refusal): reply.fail(DBusError(refusal))
                }
            }
        } catch {
            reply.fail(error)
        }
    }

    private func forget(_ call: BusCall) {
        let text = call.arguments[0].asString ?? ""
        do throws(DBusError) {
            let unknown = DBusError(
                name: ServiceError.notFound,
                message: "'\(MediaURI.shortened(text))' is not in the history: see mediactl history.")
            Self.forget(try spellings(of: text)[...], orFail: unknown, call.reply, handlers.forget)
        } catch {
            call.reply.fail(error)
        }
    }

    /// Tries one spelling after the other until the history contains it.
    private static func forget(
        _ uris: ArraySlice<String>, orFail unknown: DBusError, _ reply: BusReply,
        _ forget: @escaping HistoryHandlers.Forget
    ) {
        guard let uri = uris.first else { return reply.fail(unknown) }
        forget(uri) { isKnown in
            if isKnown {
                reply.succeed()
            } else {
                Self.forget(uris.dropFirst(), orFail: unknown, reply, forget)
            }
        }
    }

    /// The possible spellings of a URI in the history: as mediad normalises it, as the client sent it (which may be
    /// the spelling of another player), and with a file name escaped as in GLib. The history may also contain URIs
    /// that mediad cannot play.
    private func spellings(of text: String) throws(DBusError) -> [String] {
        var spellings: [String] = []
        do throws(DBusError) {
            spellings.append(try MediaURI.normalised(text, schemes: schemes))
        } catch {
            guard error.name == ServiceError.unsupported else { throw error }
        }
        let others = [text] + spellings.compactMap { FileURI.path(of: $0).map { FileURI.uri(of: $0) } }
        for other in others where !spellings.contains(other) { spellings.append(other) }
        return spellings
    }

    private func importFolder(_ call: BusCall) {
        let reply = call.reply
        let folder = call.arguments[0].asString ?? ""
        guard folder.utf8.first == UInt8(ascii: "/") else {
            return reply.fail(
                DBusError(
                    .invalidArgs,
                    "'\(MediaURI.shortened(folder))' is not an absolute path: send one such as "
                        + "/home/me/.local/state/mpv/watch_later."))
        }
        guard folder.utf8.count < Self.pathLimit else {
            return reply.fail(
                DBusError(.invalidArgs, "The path of the folder is longer than \(Self.pathLimit - 1) bytes."))
        }
        handlers.importFolder(folder) { imported, problems in
            reply.succeed([.uint32(UInt32(clamping: imported)), .strings(Self.listed(problems))])
        }
    }

    /// Limits the list: a folder may contain any number of files, each with a problem.
    private static func listed(_ problems: [String]) -> [String] {
        let listed = problems.prefix(problemLimit).map { BusText.cut($0, 2_000) }
        let rest = problems.count - listed.count
        guard rest > 0 else { return listed }
        let sentence = rest == 1 ? "There is 1 more problem." : "There are \(rest) more problems."
        return listed + [sentence]
    }
}
