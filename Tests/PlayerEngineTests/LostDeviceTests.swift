import Foundation
import GLibLoop
import PlayerCore
import TestSupport
import Testing

@testable import Gst
@testable import PlayerEngine

/// A device that leaves while playback is paused, on a server that keeps its stream and plays it nowhere. The list of
/// devices stands for such a server.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct LostDeviceTests {
    /// Pauses, has the chosen device leave, and plays on.
    ///
    /// - Parameter isListed: whether the devices were watched all the time; otherwise their list comes after playback goes on.
    private func afterUnplugInPause(
        chosen: String, isListed: Bool = true
    ) async throws -> (said: [String], isOpenedAnew: Bool) {
        let session = try await Session()
        let item = try session.writeItems(seconds: 9)[0].item
        await session.perform(.replaceQueue([item], play: true, start: nil, index: 0))
        try await session.waitForSound(heard: 50_000)
        await session.perform(.pause)
        try await session.wait("the pause") { snapshot, _ in snapshot.status == .paused && snapshot.position.rate == 0 }
        _ = await session.inspect { engine in
            engine.devices.chosen = chosen
            engine.devices.inUse = "usb"
            (engine.devices.isListed, engine.devices.known) = (isListed, [])
        }
        let heard = session.bytesHeard
        await session.perform(.play)
        if !isListed {
            try await session.waitForSound(heard: heard + 1)
            _ = await session.inspect { $0.listed([]) }
        }
        try await session.waitForSound(heard: heard + 50_000)
        #expect(session.snapshot.status == .playing)
        let said = session.said.current
        await session.close()
        return (said, said.count { $0.hasPrefix("sinks:") } > 1)
    }

    @Test(arguments: [true, false]) func playOpensTheOutputAnew(isListed: Bool) async throws {
        let result = try await afterUnplugInPause(chosen: "usb", isListed: isListed)
        #expect(result.isOpenedAnew)
        #expect(
            result.said.contains { $0.contains("the sound device usb disappeared during the pause") }, "\(result.said)")
    }

    /// A stream on the default device is moved by its server.
    @Test func theDefaultIsLeftToTheServer() async throws {
        let result = try await afterUnplugInPause(chosen: "")
        #expect(!result.isOpenedAnew)
        #expect(!result.said.contains { $0.contains("disappeared") }, "\(result.said)")
    }
}
