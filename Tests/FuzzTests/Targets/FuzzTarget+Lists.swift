import MediaContainers
import PlayerCore

@testable import MediaProbe

/// The readers of lists.
extension FuzzTarget {
    /// As a file's and as a server's, whatever the list says that it is.
    static func list(_ kind: ListKind, _ input: [UInt8]) -> [String] {
        var promises = Promises(ProbeLimits())
        for uri in ["file:///media/lists/list", "https://host/lists/list?x=/y"] {
            // Half of all paths lead somewhere.
            let base = ListBase(uri: uri) { $0.reduce(0, &+) & 1 == 0 }
            let list =
                switch kind {
                case .m3u: M3UReader.read(input, base)
                case .pls: PLSReader.read(input, base)
                case .xspf: XSPFReader.read(input, base)
                case .feed: FeedReader.read(input, base)
                case .cue: CueListReader.read(input, base)
                }
            promises.check(list, isRemote: uri.hasPrefix("https"))
        }
        _ = MediaProbe.list(
            in: input, uri: "file:///x", mediaType: nil, base: ListBase(uri: "file:///x") { _ in false })
        return promises.broken
    }

    /// A playlist of HLS, and the same once more with its first line gone, as if it had been loaded later.
    static func playlist(_ input: [UInt8]) -> [String] {
        var promises = Promises(ProbeLimits())
        var timeline = HLSTimeline()
        let later = input.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false).last.map { Array($0) }
        for bytes in [input, later ?? [], input] {
            guard case .media(let playlist)? = HLSPlaylist.read(bytes, uri: "https://host/lists/list?x=/y") else {
                continue
            }
            timeline.take(playlist)
            promises.expect(playlist.targetDuration > .zero, "nobody waits between two looks")
            if let segment = playlist.segments.last { _ = timeline.align(segment.uri, at: .zero) }
            let told = timeline.timeline(window: nil)
            promises.expect(
                zip(told.dates, told.dates.dropFirst()).allSatisfy { $0.time < $1.time }, "dates are out of order")
            for range in told.ranges {
                promises.expect(range.end.map { $0 >= range.start } ?? true, "a range ends before it begins")
                promises.expect(range.id != nil && range.startDate != nil, "a range has no name or date")
            }
            _ = told.date(at: .zero)
            _ = told.position(of: 0)
        }
        return promises.broken
    }

    /// A description of DASH.
    static func manifest(_ input: [UInt8]) -> [String] {
        var promises = Promises(ProbeLimits())
        guard let manifest = DASHManifest.read(input) else { return [] }
        promises.expect(manifest.isLive == (manifest.refreshAfter != nil), "a recording is read again")
        promises.expect(manifest.refreshAfter.map { $0 >= .zero } ?? true, "nobody waits between two looks")
        let told = manifest.timeline(window: nil)
        _ = told.date(at: .zero)
        _ = told.position(of: 0)
        return promises.broken
    }
}

extension Promises {
    fileprivate mutating func check(_ list: MediaList, isRemote: Bool) {
        expect(list.entries.count <= MediaList.mostEntries, "there are \(list.entries.count) entries")
        expect((list.left > 0) == (list.reason != nil), "\(list.left) are left out, \(list.reason ?? "for no reason")")
        for entry in list.entries {
            let uri = entry.description.uri
            let scheme = uri.prefix { $0 != ":" }.lowercased()
            expect(MediaSchemes.playable.contains(scheme), "an entry is at '\(uri.prefix(80))'")
            expect(uri.utf8.allSatisfy { $0 > 32 && $0 < 127 }, "'\(uri.prefix(80))' is not a URI")
            expect(!isRemote || scheme != "file", "a server names '\(uri.prefix(80))'")
            expect(uri.utf8.count <= 4 * MediaList.longestAddress, "an address has \(uri.utf8.count) bytes")
            expect(entry.duration.map { $0 > .zero } ?? true, "an entry is \(entry.duration?.seconds ?? 0) s long")
            guard let fields = entry.description.details?.fields else { continue }
            let texts = [fields.title, fields.album, fields.description, fields.identifier, fields.artist?.first]
            for text in texts.compactMap(\.self) {
                expect(!text.isEmpty && text.utf8.count <= MediaList.longestText, "a text has \(text.utf8.count) bytes")
            }
            for address in [fields.artwork, fields.chaptersURI].compactMap(\.self) {
                expect(!isRemote || !address.hasPrefix("file"), "a server names '\(address.prefix(80))'")
            }
        }
    }
}
