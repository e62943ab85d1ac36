import PlayerCore
import Testing

@testable import MediaProbe

/// Cue sheets that are played themselves.
@Suite struct ListCueTests {
    private let rig = ListRig(uri: "file:///music/disc.cue", files: ["/music/whole.flac", "/music/b.flac"])

    @Test("the tracks of one file are entries that meet, whatever ending the file has now") func tracks() {
        let list = rig.list(
            """
            REM GENRE Rock
            REM DATE 1999
            PERFORMER "Cue Band"
            TITLE "The Disc"
            FILE "whole.wav" WAVE
              TRACK 01 AUDIO
                TITLE "First"
                INDEX 01 00:00:33
              TRACK 02 AUDIO
                TITLE "Second"
                PERFORMER "Guest"
                INDEX 00 02:58:00
                INDEX 01 03:00:00
              TRACK 03 AUDIO
                INDEX 01 05:00:00
              TRACK 04 AUDIO
                TITLE "Empty"
                INDEX 01 06:00:00
              TRACK 05 AUDIO
                TITLE "Last"
                INDEX 01 06:00:00
            """)
        #expect(list?.title == "The Disc" && list?.uris == Array(repeating: "file:///music/whole.flac", count: 4))
        let fields = list?.entries.map(\.fields) ?? []
        #expect(fields.map(\.title) == ["First", "Second", "The Disc 3", "Last"])
        #expect(fields.map(\.artist) == [["Cue Band"], ["Guest"], ["Cue Band"], ["Cue Band"]])
        #expect(fields.map(\.track) == [1, 2, 3, 5])
        #expect(fields.map(\.inPoint?.seconds) == [0.44, 180, 300, 360])
        #expect(fields.map(\.outPoint?.seconds) == [180, 300, 360, nil])
        #expect(fields.allSatisfy { $0.album == "The Disc" && $0.genre == ["Rock"] && $0.date == "1999" })
        #expect(fields.allSatisfy { $0.chapters == nil } && list?.entries.allSatisfy { $0.duration == nil } == true)
    }

    @Test("the file of a sheet on a server has its tracks, too") func onServer() {
        let list = ListRig(uri: "https://h/music/disc.cue").list(
            """
            FILE "whole.flac" WAVE
              TRACK 01 AUDIO
                INDEX 01 00:00:00
              TRACK 02 AUDIO
                INDEX 01 03:00:00
            """)
        #expect(list?.uris == ["https://h/music/whole.flac", "https://h/music/whole.flac"])
        #expect(list?.entries.map(\.fields.title) == ["Track 1", "Track 2"])
    }

    @Test("a book in one file is an item with chapters") func book() {
        let list = rig.list(
            """
            REM GENRE "Hörbuch"
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
        #expect(fields?.genre == ["Hörbuch"] && fields?.date == "1999")
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
