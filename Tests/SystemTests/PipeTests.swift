import DBusKit
import Foundation
import TestSupport
import Testing

/// Pipes in place of files: opening one waits for whoever writes into it, and nobody does.
@Suite(.patient, .needs("dbus-daemon"))
struct PipeTests {
    /// Something is done with a pipe while an item plays, and that goes on.
    private func whilePlaying(pipe name: String, _ use: (Remote, _ uri: String) throws -> Void) throws {
        try Stage.perform { stage in
            let path = "\(stage.sandbox.directory)/\(name)"
            #expect(mkfifo(path, 0o600) == 0)
            let remote = stage.remote
            try remote.replace([Fixtures.uri("episode-1.mkv")])
            try remote.waitForMovement()
            try use(remote, "file://\(path)")
            try remote.call(.player, "Pause")
            try remote.wait("the pause", within: 30) { remote.status == "Paused" }
            try remote.call(.player, "Play")
            try remote.waitForMovement(within: 10)
        }
    }

    @Test func inspectingAPipeIsRefused() throws {
        try whilePlaying(pipe: "pipe.mkv") { remote, uri in
            #expect(throws: DBusError.self) { try remote.call(.queue, "Inspect", [.string(uri)]) }
        }
    }

    @Test(arguments: ["pipe.srt", "pipe.ass"]) func subtitlesFromAPipeAreLeftOut(name: String) throws {
        try whilePlaying(pipe: name) { remote, uri in
            try remote.call(.tracks, "AddSubtitles", [.string(uri)])
        }
    }

    @Test func chaptersAndPicturesFromAPipeAreLeftOut() throws {
        try Stage.perform { stage in
            let path = "\(stage.sandbox.directory)/pipe"
            #expect(mkfifo(path, 0o600) == 0)
            let remote = stage.remote
            let description: [String: DBusValue] = [
                "uri": .string(Fixtures.uri("episode-1.mkv")), "artwork": .string("file://\(path)"),
                "chapters": .string("file://\(path)"),
            ]
            try remote.call(.queue, "Replace", [.propertyLists([description]), .properties(["play": .boolean(true)])])
            try remote.waitForMovement(within: 10)
        }
    }
}
