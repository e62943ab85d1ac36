internal import DBusKit
internal import PlayerCore

/// `org.mediad.Pictures1`: pictures of moments of the current item.
@BusActor
final class PicturesAdapter: BusAdapter {
    /// Of a storyboard.
    private static let mostPictures = 400
    /// Of a picture, in pixels.
    private static let widths = 16...1_920
    /// Of pictures whose width is 0, in pixels.
    private static let usualWidth = 320

    private let player: PlayerView
    private let clients: BusClients
    private let handlers: PictureHandlers
    /// Requests in progress: when their client leaves, they are revoked.
    private var bonds: [UInt64: ClientBond] = [:]
    private var lastRequest: UInt64 = 0

    init(_ player: PlayerView, _ clients: BusClients, _ handlers: PictureHandlers) {
        self.player = player
        self.clients = clients
        self.handlers = handlers
    }

    var interface: BusInterface {
        func thumbnail(_ name: String, exact: Bool) -> BusMethod {
            BusMethod(
                name, in: [BusArgument("position", "x"), BusArgument("width", "u")],
                out: [BusArgument("uri", "s"), BusArgument("actual", "x")],
                answering: { [self] call in self.thumbnail(call, exact: exact) })
        }
        return BusInterface(
            "org.mediad.Pictures1",
            methods: [
                thumbnail("Thumbnail", exact: false), thumbnail("ExactThumbnail", exact: true),
                BusMethod(
                    "Storyboard", in: [BusArgument("count", "u"), BusArgument("width", "u")],
                    out: [BusArgument("pictures", "a(xs)")],
                    answering: { [self] call in storyboard(call) }),
            ])
    }

    private func thumbnail(_ call: BusCall, exact: Bool) {
        let reply = call.reply
        do throws(DBusError) {
            let source = try source()
            let position = MediaTime(microseconds: call.arguments[0].asInt64 ?? -1)
            guard position >= .zero, position <= source.duration else {
                throw DBusError(.invalidArgs, "The position is outside of the item.")
            }
            let width = try width(call.arguments[1])
            begin(call) { done in
                handlers.thumbnail(source, position, width, exact) { result in
                    done()
                    switch result {
                    case .success(let picture):
                        reply.succeed([.string(picture.uri), .int64(picture.time.microseconds)])
                    case .failure(let refusal): reply.fail(Self.failed(refusal))
                    }
                }
            }
        } catch {
            reply.fail(error)
        }
    }

    private func storyboard(_ call: BusCall) {
        let reply = call.reply
        do throws(DBusError) {
            let source = try source()
            let count = Int(call.arguments[0].asUInt32 ?? 0)
            guard (1...Self.mostPictures).contains(count) else {
                throw DBusError(
                    .invalidArgs,
                    "A storyboard has 1 to \(Self.mostPictures) pictures.")
            }
            let width = try width(call.arguments[1])
            begin(call) { done in
                handlers.storyboard(source, count, width) { result in
                    done()
                    switch result {
                    case .success(let pictures):
                        reply.succeed([
                            .array(
                                "(xs)",
                                pictures.map { .structure([.int64($0.time.microseconds), .string($0.uri)]) })
                        ])
                    case .failure(let refusal): reply.fail(Self.failed(refusal))
                    }
                }
            }
        } catch {
            reply.fail(error)
        }
    }

    /// Begins a request that is revoked when its client leaves. `body` must have its argument called at the end.
    private func begin(_ call: BusCall, _ body: (@escaping @Sendable @BusActor () -> Void) -> PictureHandlers.Cancel) {
        lastRequest += 1
        let request = lastRequest
        let cancel = body { [weak self] in self?.bonds[request] = nil }
        bonds[request] = clients.whenGone(call.sender) { [weak self] in
            self?.bonds[request] = nil
            cancel()
        }
    }

    private func source() throws(DBusError) -> PictureSource {
        do throws(CommandRefusal) { return try PictureSource(player.snapshot) } catch { throw DBusError(error) }
    }

    private func width(_ value: DBusValue) throws(DBusError) -> Int {
        let width = Int(value.asUInt32 ?? 0)
        if width == 0 { return Self.usualWidth }
        guard Self.widths.contains(width) else {
            throw DBusError(
                .invalidArgs,
                "The width of a picture is \(Self.widths.lowerBound) to \(Self.widths.upperBound) pixels, "
                    + "or 0 for the usual width.")
        }
        return width
    }

    private static func failed(_ refusal: PictureRefusal) -> DBusError {
        DBusError(name: ServiceError.failed, message: refusal.message)
    }
}
