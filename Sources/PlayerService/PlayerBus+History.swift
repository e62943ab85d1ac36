internal import DBusKit
public import PlayerCore

extension PlayerBus.Handlers {
    /// Entries of the history from an offset on, the one that was played last first; fewer at its end.
    public typealias ReadHistory =
        @Sendable (_ offset: Int, _ count: Int, _ completion: @escaping @Sendable ([HistoryEntry]) -> Void) -> Void
    /// Plays a URI from where it was left; answers that position.
    public typealias ResumeFromHistory =
        @Sendable (
            _ uri: String, _ completion: @escaping @Sendable (Result<MediaTime, CommandRefusal>) -> Void
        ) -> Void
    /// Removes what is remembered of a URI; answers false where nothing is.
    public typealias ForgetHistory =
        @Sendable (_ uri: String, _ completion: @escaping @Sendable (Bool) -> Void) -> Void
    /// Takes over what another player remembers in a folder, an absolute path; answers how many entries, and a sentence for
    /// each that cannot be used.
    public typealias ImportHistory =
        @Sendable (
            _ folder: String, _ completion: @escaping @Sendable (_ imported: Int, _ problems: [String]) -> Void
        ) -> Void
}

/// What `org.mediad.Session1` says and does about what was played.
extension PlayerBus {
    /// Entries in one answer: with the longest of addresses they stay below what a message may be.
    private static let entryLimit = 1_000
    private static let problemLimit = 1_000
    /// Linux's PATH_MAX, the zero at the end included.
    private static let pathLimit = 4_096

    private static let noHistory = DBusError(
        name: ServiceError.notPossible,
        message: "mediad keeps no history: set keep = true under [history] in its configuration; if it is, "
            + "journalctl --user -u mediad says why")

    func historyMethods() -> [BusMethod] {
        [
            BusMethod(
                "History", in: [BusArgument("offset", "u"), BusArgument("count", "u")],
                out: [BusArgument("entries", "aa{sv}")],
                answering: { [weak self] call in self?.readHistory(call) }),
            BusMethod(
                "Resume", in: [BusArgument("uri", "s")], out: [BusArgument("position", "x")],
                answering: { [weak self] call in self?.resume(call) }),
            BusMethod(
                "Forget", in: [BusArgument("uri", "s")],
                answering: { [weak self] call in self?.forget(call) }),
            BusMethod(
                "ImportHistory", in: [BusArgument("folder", "s")],
                out: [BusArgument("imported", "u"), BusArgument("problems", "as")],
                answering: { [weak self] call in self?.importHistory(call) }),
        ]
    }

    private func readHistory(_ call: BusCall) {
        let reply = call.reply
        guard let read = handlers.history else { return reply.fail(Self.noHistory) }
        let count = min(Int(call.arguments[1].asUInt32 ?? 0), Self.entryLimit)
        guard count > 0 else { return reply.succeed([.propertyLists([])]) }
        read(Int(call.arguments[0].asUInt32 ?? 0), count) { entries in
            BusActor.assumeIsolated {
                reply.succeed([.propertyLists(entries.prefix(count).map(HistoryWriter.entry))])
            }
        }
    }

    private func resume(_ call: BusCall) {
        let reply = call.reply
        guard let resume = handlers.resume else { return reply.fail(Self.noHistory) }
        do throws(DBusError) {
            let uri = try MediaURI.normalised(call.arguments[0].asString ?? "", schemes: options.supportedSchemes)
            resume(uri) { result in
                BusActor.assumeIsolated {
                    switch result {
                    case .success(let position): reply.succeed([.int64(position.microseconds)])
                    case .failure(let refusal): reply.fail(DBusError(refusal))
                    }
                }
            }
        } catch {
            reply.fail(error)
        }
    }

    private func forget(_ call: BusCall) {
        guard let forget = handlers.forget else { return call.reply.fail(Self.noHistory) }
        let text = call.arguments[0].asString ?? ""
        do throws(DBusError) {
            let unknown = DBusError(
                name: ServiceError.notFound,
                message: "'\(MediaURI.shortened(text))' is not in the history: see mediactl history")
            Self.forget(try spellings(of: text)[...], orFail: unknown, call.reply, forget)
        } catch {
            call.reply.fail(error)
        }
    }

    /// Tries one after the other until one is known.
    private static func forget(
        _ uris: ArraySlice<String>, orFail unknown: DBusError, _ reply: BusReply,
        _ forget: @escaping Handlers.ForgetHistory
    ) {
        guard let uri = uris.first else { return reply.fail(unknown) }
        forget(uri) { isKnown in
            BusActor.assumeIsolated {
                if isKnown {
                    reply.succeed()
                } else {
                    Self.forget(uris.dropFirst(), orFail: unknown, reply, forget)
                }
            }
        }
    }

    /// How the history may have what a client names: as mediad spells URIs, as it was sent, which is how another player
    /// spelt it, and with a file's name escaped as GLib does it. Addresses that are never played may be in it too.
    private func spellings(of text: String) throws(DBusError) -> [String] {
        var spellings: [String] = []
        do throws(DBusError) {
            spellings.append(try MediaURI.normalised(text, schemes: options.supportedSchemes))
        } catch {
            guard error.name == ServiceError.unsupported else { throw error }
        }
        let others = [text] + spellings.compactMap { FileURI.path(of: $0).map { FileURI.uri(of: $0) } }
        for other in others where !spellings.contains(other) { spellings.append(other) }
        return spellings
    }

    private func importHistory(_ call: BusCall) {
        let reply = call.reply
        guard let importHistory = handlers.importHistory else { return reply.fail(Self.noHistory) }
        let folder = call.arguments[0].asString ?? ""
        guard folder.utf8.first == UInt8(ascii: "/") else {
            return reply.fail(
                DBusError(
                    .invalidArgs,
                    "'\(MediaURI.shortened(folder))' is no absolute path: send the folder's, as in "
                        + "/home/me/.local/state/mpv/watch_later"))
        }
        guard folder.utf8.count < Self.pathLimit else {
            return reply.fail(
                DBusError(.invalidArgs, "the folder's path is longer than \(Self.pathLimit - 1) bytes"))
        }
        importHistory(folder) { imported, problems in
            BusActor.assumeIsolated {
                reply.succeed([.uint32(UInt32(clamping: imported)), .strings(Self.listed(problems))])
            }
        }
    }

    /// A folder may hold any number of files, and each may have a problem.
    private static func listed(_ problems: [String]) -> [String] {
        let listed = problems.prefix(problemLimit).map { BusText.cut($0, 2_000) }
        let rest = problems.count - listed.count
        return rest == 0 ? listed : listed + ["There are \(rest) more problems like these."]
    }
}
