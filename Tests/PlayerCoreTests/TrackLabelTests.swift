import Testing

@testable import PlayerCore

/// How tracks, dates and episodes are named for people.
@Suite struct TrackLabelTests {
    private func label(
        _ language: String, _ title: String? = nil, _ codec: String? = nil, channels: Int? = nil,
        traits: TrackTraits = []
    ) -> TrackLabel {
        var track = MediaTrack(id: 1, language: language, title: title, codec: codec, traits: traits)
        track.channels = channels
        return TrackLabel(track: track, number: 2, language: .english)
    }

    @Test func aTrackHasTheNameOfItsLanguage() {
        #expect(label("en").text == "English")
        #expect(label("de", traits: .forced).text == "Deutsch (forced)")
        #expect(label("en", nil, "AC-3 (ATSC A/52)", channels: 6).text == "English, 5.1 AC-3")
        #expect(label("fr", nil, "MPEG-4 AAC", channels: 2).text == "Français, stereo AAC")
        #expect(label("pt-BR").text == "Português (BR)")
        #expect(label("zh-Hant").text == "中文")
        #expect(label("tlh").text == "tlh")
        #expect(label("und").text == "Track 2")
        #expect(label("und", "Commentary").text == "Commentary")
        #expect(label("en", traits: [.hearingImpaired]).text == "English (hard of hearing)")
    }

    @Test("a file beside the film is called by what its name says more than the film's") func files() {
        func label(_ title: String? = nil, _ traits: TrackTraits = [], language: Words.Language = .english)
            -> TrackLabel
        {
            let track = MediaTrack(id: 1_000, title: title, codec: "SubRip", traits: traits.union(.external))
            return TrackLabel(track: track, number: 1, language: language, item: "file:///films/A%20film.mkv")
        }
        #expect(label(nil, .commentary).text == "commentary")
        #expect(label(nil, .commentary, language: .german).text == "Kommentar")
        #expect(label(nil, .forced).text == "forced" && label(nil, .forced).detail == "")
        #expect(label("Director", .commentary).text == "Director (commentary)")
        #expect(label().text == "External" && label(language: .french).text == "Externe")
        #expect(label().detail == "SubRip")
        #expect(label("A film").text == "External")
        #expect(label("a film - songs").text == "songs")
        #expect(label("Another").text == "Another")
    }

    @Test("the card and the list name it") func cards() {
        var tracks = TrackSet()
        tracks.subtitles = [
            MediaTrack(id: 1_000, codec: "SubRip", traits: [.external, .commentary]),
            MediaTrack(id: 1_001, title: "a", codec: "SubRip", traits: .external),
        ]
        let hands = Hands(tracks: tracks)
        hands.press("j")
        #expect(hands.cards.contains(.choice("Subtitles: commentary")))
        hands.engine.send(.tracks(.selectSubtitles(1_001)))
        #expect(hands.cards.contains(.choice("Subtitles: External")))
    }

    @Test func itsTitleIsBesideIt() {
        #expect(label("en", "Director").detail == "Director")
        #expect(label("en", "English").detail == "")
        #expect(label("und", "Director").detail == "")
    }

    @Test func aDateIsReadable() {
        #expect(ReadableDate.text("2021-05-03", .english) == "3 May 2021")
        #expect(ReadableDate.text("20211201", .german) == "1. Dezember 2021")
        #expect(ReadableDate.text("2021-05-01T20:15:00Z", .french) == "1er mai 2021")
        #expect(ReadableDate.text("2021-00-00", .english) == "2021")
        #expect(ReadableDate.text("2021-11", .english) == "November 2021")
        #expect(ReadableDate.text("2021", .german) == "2021")
        #expect(ReadableDate.text("last winter", .german) == "last winter")
        #expect(ReadableDate.text("2021-17-03", .english) == "2021-17-03")
    }

    @Test func theInformationHasTheSizeAndTheEpisode() throws {
        var tracks = TrackSet()
        var video = MediaTrack(id: 0, codec: "H.264 (High Profile)")
        video.size = TrackFormat.PixelSize(width: 1_920, height: 1_080)
        var audio = MediaTrack(id: 0, codec: "AC-3 (ATSC A/52)")
        audio.channels = 6
        (tracks.video, tracks.audio) = ([video], [audio])
        let hands = Hands(tracks: tracks) { fields in
            (fields.album, fields.season, fields.episode, fields.date) = ("A show", 1, 6, "2021-05-03")
        }
        hands.press("I")
        let card = try #require(
            hands.cards.compactMap { if case .information(let card) = $0 { card } else { nil } }.first)
        #expect(card.subtitle == "A show · S1 E6")
        #expect(card.facts.contains("3 May 2021"))
        #expect(card.technical.hasSuffix("1920×1080 · H.264 · 5.1 AC-3"))
    }
}
