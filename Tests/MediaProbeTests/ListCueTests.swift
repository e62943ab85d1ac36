import PlayerCore
import Testing

@testable import MediaProbe

/// Cue sheets that are played themselves.
@Suite struct ListCueTests {
    private let rig = ListRig(uri: "file:///music/disc.cue", files: ["/music/whole.flac", "/music/b.flac"])

    @Test("one file with several tracks is an item with chapters, whatever ending the file has now") func oneFile() {
        let list = rig.list(
            """
            REM GENRE Rock
            REM DATE 1999
            PERFORMER "Cue Band"
            TITLE "The Disc"
            FILE "whole.wav" WAVE
              TRACK 01 AUDIO
                TITLE "First"
                INDEX 01 00:00:00
              TRACK 02 AUDIO
                TITLE "Second"
                INDEX 01 03:00:00
            """)
        #expect(list?.title == "The Disc" && list?.uris == ["file:///music/whole.flac"])
        let fields = list?.entries.first?.fields
        #expect(fields?.title == "The Disc" && fields?.artist == ["Cue Band"] && fields?.album == nil)
        #expect(fields?.genre == ["Rock"] && fields?.date == "1999")
        #expect(fields?.chapters?.map(\.start.seconds) == [0, 180])
        #expect(fields?.chapters?.compactMap(\.titles.first?.text) == ["First", "Second"])
    }

    @Test("a file for each track is an item for each track") func files() {
        let list = rig.list(
            """
            TITLE "The Disc"
            PERFORMER "Cue Band"
            FILE "a.flac" WAVE
              TRACK 01 AUDIO
                TITLE "First"
                INDEX 01 00:00:00
            FILE "b.flac" WAVE
              TRACK 02 AUDIO
                TITLE "Second"
                INDEX 01 00:00:00
            FILE "/etc/passwd" WAVE
            """)
        #expect(list?.uris == ["file:///music/a.flac", "file:///music/b.flac"])
        #expect(list?.entries.map(\.fields.title) == ["First", "Second"])
        #expect(list?.entries.map(\.fields.album) == ["The Disc", "The Disc"])
        #expect(list?.left == 1)
    }

    @Test("other texts of that name are none") func others() {
        #expect(rig.list("Dear diary,\nnothing happened.") == nil)
        #expect(rig.list("FILE") == nil)
    }
}
