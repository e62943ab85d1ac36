internal import FoundationEssentials
internal import PlayerCore

/// The tracks that were chosen for an item as JSON, such as `{"audio":{"id":1,"language":"de"},"off":true}`.
enum ItemTracksCoding {
    private struct Choice: Codable {
        var audio: Mark?
        var subtitles: Mark?
        /// Whether subtitles were turned off.
        var off: Bool?
    }

    private struct Mark: Codable {
        var id: UInt32
        var language: String?
        var title: String?
        /// As in ``TrackTraits``; absent: none.
        var purpose: UInt16?

        init(_ mark: TrackMark) {
            id = mark.id
            language = mark.language == "und" ? nil : mark.language
            title = mark.title
            purpose = mark.purpose.isEmpty ? nil : mark.purpose.rawValue
        }

        var mark: TrackMark {
            TrackMark(
                language: language ?? "und", title: title, id: id, purpose: TrackTraits(rawValue: purpose ?? 0))
        }
    }

    /// Nil if nothing was chosen.
    static func text(_ tracks: ItemTracks?) -> String? {
        guard let tracks, !tracks.isEmpty else { return nil }
        var choice = Choice(audio: tracks.audio.map(Mark.init))
        switch tracks.subtitles {
        case .off: choice.off = true
        case .track(let mark): choice.subtitles = Mark(mark)
        case nil: break
        }
        let encoder = JSONEncoder()
        // Equal values have equal texts.
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        return (try? encoder.encode(choice)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Unreadable text chooses nothing.
    static func tracks(_ text: String?) -> ItemTracks? {
        guard let text, let choice = try? JSONDecoder().decode(Choice.self, from: Data(text.utf8)) else { return nil }
        let subtitles = choice.off == true ? ItemTracks.Subtitles.off : choice.subtitles.map { .track($0.mark) }
        let tracks = ItemTracks(audio: choice.audio?.mark, subtitles: subtitles)
        return tracks.isEmpty ? nil : tracks
    }
}
