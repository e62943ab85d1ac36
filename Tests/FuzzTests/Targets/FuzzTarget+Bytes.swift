import MediaContainers
import PlayerCore

@testable import MediaExport
@testable import MediaProbe
@testable import PlayerEngine
@testable import WindowControl

/// The readers of other bytes: pictures, the heads of streams, a compositor's socket.
extension FuzzTarget {
    /// A WebVTT file whose cues are pictures.
    static func storyboard(_ input: [UInt8]) -> [String] {
        var promises = Promises(ProbeLimits())
        let cues = WebVTTStoryboard.cues(SidecarText(input))
        promises.expect(cues.count <= Storyboard.most, "there are more pictures than are taken")
        promises.expect(zip(cues, cues.dropFirst()).allSatisfy { $0.time <= $1.time }, "the times are out of order")
        for area in cues.compactMap(\.area) {
            promises.expect(
                area.x >= 0 && area.y >= 0 && area.width > 0 && area.height > 0, "\(area) is no part of a picture")
        }
        return promises.broken
    }

    /// What a file that is being written holds so far.
    static func span(_ input: [UInt8]) -> [String] {
        var promises = Promises(ProbeLimits())
        if let span = MediaProbe.writtenSpan(ByteSource(input)) {
            promises.expect(span.length >= .zero, "the length of \(span) is negative")
        }
        return promises.broken
    }

    /// The index of a BIF file.
    static func bif(_ input: [UInt8]) -> [String] {
        var promises = Promises(ProbeLimits())
        let tiles = (try? BIFReader.tiles(ByteSource(input))) ?? []
        promises.expect(tiles.count <= Storyboard.most, "there are more pictures than are taken")
        promises.expect(zip(tiles, tiles.dropFirst()).allSatisfy { $0.time <= $1.time }, "the times are out of order")
        for tile in tiles {
            guard case .bytes(let offset, let count) = tile.place else { continue }
            let isInside = offset >= 64 && count > 0 && offset + Int64(count) <= Int64(input.count)
            promises.expect(isInside, "\(tile) is outside of the file")
        }
        return promises.broken
    }

    static func image(_ input: [UInt8]) -> [String] {
        var promises = Promises(ProbeLimits())
        if let header = ImageHeader(input) {
            promises.expect(header.width > 0 && header.height > 0, "a picture has no pixels")
            promises.expect(ImageHeader(input + [0, 0xFF]) == header, "what comes behind a header changes it")
            promises.expect(ImageWork.passes(header.kind, input) <= input.count, "there are more layers than bytes")
        }
        return promises.broken
    }

    /// A stream's headers as GStreamer keeps them, each behind a length of two bytes.
    static func comments(_ input: [UInt8]) -> [String] {
        var promises = Promises(ProbeLimits())
        var headers: [[UInt8]] = []
        var rest = input[...]
        while rest.count > 2, let high = rest.popFirst(), let low = rest.popFirst() {
            let count = Int(high) << 8 | Int(low)
            headers.append(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        let new = CommentHeader(chapters: ["CHAPTER001=00:00:00.000"], tags: ["TITLE=A film"])
        let replaced = new.replaced(in: headers)
        promises.expect(replaced.count >= headers.count, "a header is missing")
        promises.expect(new.replaced(in: replaced) == replaced, "the second time it is another header")
        return promises.broken
    }

    /// The packets of a picture subtitle stream: a byte for the format, then each packet behind a length of two bytes.
    static func subtitlePictures(_ input: [UInt8]) -> [String] {
        var promises = Promises(ProbeLimits())
        let formats: [SubtitlePictureFormat] = [.pgs, .vobSub, .dvb]
        let format = formats[Int(input.first ?? 0) % formats.count]
        var decoder = SubtitlePictureDecoder(format)
        var rest = input.dropFirst()
        var packets = 0
        while packets < 16, rest.count > 2, let high = rest.popFirst(), let low = rest.popFirst() {
            let packet = Array(rest.prefix(Int(high) << 8 | Int(low)))
            rest = rest.dropFirst(packet.count)
            packets += 1
            _ = SubtitlePictureDecoder.place(of: packet, format)
            decoder.take(packet)
            guard let picture = decoder.picture else { continue }
            promises.expect(!picture.parts.isEmpty, "a picture has no parts")
            var pixels = 0
            for part in picture.parts {
                pixels += part.pixels.count
                promises.expect(part.pixels.count == part.width * part.height, "a part has other pixels than its size")
            }
            promises.expect(pixels <= SubtitlePicture.mostPixels, "a picture has \(pixels) pixels")
            promises.expect(picture.duration.map { $0 >= 0 } ?? true, "a picture ends before it begins")
        }
        return promises.broken
    }

    /// The socket of i3 or sway: in one piece, and byte by byte.
    static func compositor(_ input: [UInt8]) -> [String] {
        var promises = Promises(ProbeLimits())
        let whole = messages(in: [input[...]])
        let pieces = messages(in: input.prefix(4_096).map { [$0] })
        if input.count <= 4_096 { promises.expect(whole == pieces, "messages depend on how they come") }
        for payload in whole.map(\.payload) + [input] {
            guard let tree = try? LayoutNode(tree: payload) else { continue }
            for identity in [
                WindowIdentity(xWindow: 7, processIdentifier: 1), WindowIdentity(xWindow: nil, processIdentifier: 1),
            ] {
                _ = TreeWindow(of: identity, in: tree)?.state
            }
        }
        return promises.broken
    }

    private static func messages(in pieces: [some Sequence<UInt8>]) -> [IPCMessage] {
        var decoder = IPCDecoder()
        var messages: [IPCMessage] = []
        for piece in pieces {
            decoder.append(piece)
            do {
                while let message = try decoder.next() { messages.append(message) }
            } catch {
                return messages
            }
        }
        return messages
    }
}
