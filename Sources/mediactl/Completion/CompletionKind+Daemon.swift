import ArgumentParser
import DBusKit
import PlayerCore

/// Completions from the running daemon. Without a daemon nothing is offered, and none is started.
extension CompletionKind {
    /// Numbers of queue items. In a long queue at most ``QueueNumbers/limit`` are offered, with their titles.
    static var queueItem: CompletionKind {
        daemon { (daemon, prefix) throws(Failure) in
            let queue = try QueueReader(daemon)
            var items: [ItemView] = []
            for numbers in QueueNumbers.ranges(startingWith: prefix, length: queue.length) {
                items += try queue.items(numbers)
            }
            return items.map { CompletionCandidate(word: String($0.number), explanation: $0.title) }
        }
    }

    /// Numbers of the chapters of the current item.
    static var chapter: CompletionKind {
        daemon { (daemon, prefix) throws(Failure) in
            let chapters = ChapterListing(try daemon.properties(of: .chapters)).chapters
            let numbered = chapters.compactMap { chapter in
                chapter.number.map { (number: $0, explanation: "\(DurationText(chapter.start)) \(chapter.title)") }
            }
            return CompletionCandidate.numbered(numbered, startingWith: prefix)
        }
    }

    /// Languages of the chapter titles of the current item.
    static var chapterLanguage: CompletionKind {
        daemon { (daemon, _) throws(Failure) in
            ChapterListing(try daemon.properties(of: .chapters)).locales.map { CompletionCandidate(word: $0) }
        }
    }

    /// Numbers of the tracks of the current item.
    ///
    /// - Parameters:
    ///   - kind: `audio` or `subtitles`.
    ///   - words: words that are accepted in place of a number.
    static func track(_ kind: String, or words: [CompletionCandidate] = []) -> CompletionKind {
        daemon { (daemon, prefix) throws(Failure) in
            let tracks = TrackListing(try daemon.properties(of: .tracks)).kinds.first { $0.name == kind }?.tracks ?? []
            let numbered = tracks.map { (number: $0.number, explanation: $0.summary) }
            return CompletionCandidate.numbered(numbered, startingWith: prefix)
                + words.filter { $0.word.hasPrefix(prefix) }
        }
    }

    /// Names of playlists.
    static var playlist: CompletionKind {
        daemon { (daemon, _) throws(Failure) in
            try PlaylistListing(daemon, by: .name, most: PlaylistListing.mostOffered).playlists.map {
                CompletionCandidate(word: $0.name)
            }
        }
    }

    /// Presets that are available for the current item on this machine.
    static var exportPreset: CompletionKind {
        daemon { (daemon, _) throws(Failure) in
            (try daemon.call(.trim, "Presets").first?.asStringArray ?? []).map { CompletionCandidate(word: $0) }
        }
    }

    /// Kinds of segments, separated by commas. Needs no daemon.
    static var segmentKinds: CompletionKind {
        .custom { _, _, prefix in
            let head = prefix.lastIndex(of: ",").map { prefix[...$0] } ?? ""
            let chosen = head.split(separator: ",")
            let kinds = SegmentKind.known.map(\.rawValue).filter { !chosen.contains($0[...]) }
            return CompletionCandidate.lines(
                kinds.map { CompletionCandidate(word: head + $0) }, for: .requesting, showsExplanations: false)
        }
    }

    /// - Parameter candidates: returns candidates from a daemon for the part of the word before the cursor.
    private static func daemon(
        _ candidates: @escaping @Sendable (DaemonConnection, String) throws(Failure) -> [CompletionCandidate]
    ) -> CompletionKind {
        .custom { _, _, prefix in
            CompletionDeadline.start()
            guard let daemon = try? DaemonConnection(), let found = try? candidates(daemon, prefix) else { return [] }
            return CompletionCandidate.lines(
                found, for: .requesting, showsExplanations: CompletionScript.showsExplanations)
        }
    }
}
