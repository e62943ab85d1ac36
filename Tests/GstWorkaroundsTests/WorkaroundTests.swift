import Foundation
import GLibLoop
import Testing

@testable import Gst
@testable import GstWorkarounds

/// Which versions of other libraries are worked around.
@Suite struct WorkaroundTests {
    init() throws { try Gst.initialize() }

    /// Runs `body` where every library has this version.
    private func with<Result>(_ version: LibraryVersion?, _ body: () throws -> Result) rethrows -> Result {
        try InstalledVersions.$current.withValue(InstalledVersions { _ in version }, operation: body)
    }

    @Test(
        "a version is read as far as it is numbers",
        arguments: [
            ("16.1", LibraryVersion(16, 1)), ("17.0-5-gab12", LibraryVersion(17, 0)),
            ("1.0.5", LibraryVersion(1, 0, 5)),
            ("3", LibraryVersion(3, 0)), ("1.2.3.4", LibraryVersion(1, 2, 3)),
        ])
    func versionsAreRead(text: String, version: LibraryVersion) { #expect(LibraryVersion(text) == version) }

    @Test("what is no version has none", arguments: ["", "unknown", "v1.2"])
    func nothingIsReadIntoText(text: String) { #expect(LibraryVersion(text) == nil) }

    @Test("versions are ordered by their numbers, not by their letters")
    func order() {
        #expect(LibraryVersion(1, 9, 10) < LibraryVersion(1, 22))
        #expect(LibraryVersion(1, 22, 3) < LibraryVersion(1, 22, 4))
        #expect(LibraryVersion(3, 7, 1) > LibraryVersion(3, 6, 6))
    }

    @Test(
        "a workaround ends with the version that repairs the fault",
        arguments: [
            (Workaround.mp4OpusHeader, LibraryVersion(1, 22, 0), true),
            (.mp4OpusHeader, LibraryVersion(1, 22, 3), true),
            (.mp4OpusHeader, LibraryVersion(1, 22, 4), false),
            (.mp4OpusHeader, LibraryVersion(1, 28, 6), false),
            (.soupClose, LibraryVersion(3, 2, 3), true),
            (.soupClose, LibraryVersion(3, 6, 5), true),
            (.soupClose, LibraryVersion(3, 6, 6), false),
            (.soupClose, LibraryVersion(3, 7, 1), false),
            (.queueStop, LibraryVersion(99, 0), true),
        ])
    func versionsDecide(workaround: Workaround, version: LibraryVersion, isNeeded: Bool) {
        #expect(workaround.isNeeded(in: version) == isNeeded)
        with(version) { #expect(workaround.isOn == isNeeded) }
    }

    @Test("where the version is not known, everything is worked around")
    func nothingIsLeftOutBlindly() {
        with(nil) {
            #expect(Workaround.all.filter { !$0.isOn }.isEmpty)
            #expect(Workaround.summary.off.isEmpty)
        }
    }

    @Test("the log names what is left out, and the version that does not need it")
    func theLogSaysIt() {
        with(LibraryVersion(99, 1)) {
            let (on, off) = Workaround.summary
            #expect(off == "Opus in MP4 (GStreamer 99.1.0), close of an ended message (libsoup 99.1.0)")
            #expect(on.contains("queues that start again (GStreamer 99.1.0)"))
        }
    }

    @Test("the version of GStreamer is that of the library that runs")
    func theRunningVersionIsRead() throws {
        let version = try #require(InstalledVersions.current[.gstreamer])
        #expect(version.description == Gst.version)
        #expect(InstalledVersions.current[.xlib] == nil)
    }

    @Test("every workaround has a name of its own")
    func namesAreDistinct() {
        #expect(Set(Workaround.all.map(\.name)).count == Workaround.all.count)
    }
}
