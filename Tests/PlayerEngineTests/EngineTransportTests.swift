import CGStreamer
import Foundation
import GLibLoop
import PlayerCore
import TestSupport
import Testing

@testable import Gst
@testable import PlayerEngine

/// Starting, stopping and changing what plays.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct EngineTransportTests {
    /// All of the next item may be on its way out while the end of the one before is still heard.
    @Test func nextBeginsAnItemThatWasJoinedAlreadyAtItsStart() async throws {
        let session = try await Session(isAhead: true)
        let items = try session.writeItems(seconds: 9)
        var isDone = false
        // A machine so busy that the next item is heard before anybody looks is given more than one chance.
        for _ in 0..<3 where !isDone {
            let sent = session.bytesSent
            await session.perform(.replaceQueue(items.map(\.item), play: true, start: nil, index: 0))
            try await session.waitForSound(sent: sent + items.map(\.bytes).reduce(0, +))
            isDone = await session.perform(.next) { _, snapshot in snapshot.currentIndex == 0 }.isDone
        }
        try #require(isDone, "the next item was always heard before it was looked for")
        try await session.wait("the second item", seconds: 30) { snapshot, _ in
            snapshot.currentIndex == 1 && snapshot.position.rate == 1
        }
        #expect(session.wentOnAt.seconds < 0.3)
        await session.close()
    }

    /// A stream on a sound server is opened again where it was lost, and there may be no data behind that position.
    @Test(arguments: ["tone.flac", "tone.mp3", "tone.ogg", "clip.mp4", "episode-1.mkv"])
    func anItemThatIsBroughtBackBehindItsEndIsOver(name: String) async throws {
        let session = try await Session()
        await session.perform(
            .replaceQueue([Fixture.item(name), Fixture.item("tone.flac")], play: true, start: nil, index: 0))
        try await session.wait("the first") { snapshot, _ in snapshot.position.rate == 1 && snapshot.currentIndex == 0 }
        _ = await session.inspect { $0.takeOffAir(resumingAt: MediaTime(seconds: 600)) }
        try await session.wait("the second", seconds: 30) { snapshot, _ in
            snapshot.position.rate == 1 && snapshot.currentIndex == 1
        }
        await session.close()
    }

    @Test func nextCutsToTheOtherItemAtOnce() async throws {
        let session = try await Session()
        await session.perform(
            .replaceQueue(
                [Fixture.item("episode-1.mkv"), Fixture.item("tone.mp3"), Fixture.item("episode-2.mkv")],
                play: true, start: nil, index: 0))
        try await session.wait("the first") { snapshot, _ in snapshot.position.rate == 1 && snapshot.currentIndex == 0 }
        for (index, rate) in [(1, 44_100), (2, 48_000)] {
            _ = session.takeItems()
            await session.perform(.next)
            // Whatever is heard from here on is the other item's: counted in samples, not in what the machine took for it.
            let heard = session.bytesHeard
            try await session.wait("item \(index)") { snapshot, _ in
                snapshot.position.rate == 1 && snapshot.currentIndex == index
            }
            await session.perform(.pause)
            try await session.wait("the pause") { snapshot, _ in
                snapshot.status == .paused && snapshot.position.rate == 0
            }
            let rest = Double(session.bytesHeard - heard) / Double(4 * rate) - session.position().seconds
            #expect(rest < 0.15, "\(rest) s of the item before were heard after its end")
            #expect(session.takeItems() == [index - 1, index])
            await session.perform(.play)
            try await session.wait("item \(index) again") { snapshot, _ in snapshot.position.rate == 1 }
        }
        await session.perform(.previous)
        try await session.wait("back") { snapshot, _ in snapshot.position.rate == 1 && snapshot.currentIndex == 1 }
        await session.close()
    }

    @Test func aPauseKeepsThePositionAndPlayGoesOn() async throws {
        let session = try await Session()
        await session.perform(.replaceQueue([Fixture.item("episode-1.mkv")], play: true, start: nil, index: 0))
        try await session.wait("playing") { snapshot, _ in snapshot.position.rate == 1 }
        try await Task.sleep(for: .milliseconds(300))
        await session.perform(.pause)
        try await session.wait("paused") { snapshot, _ in snapshot.status == .paused && snapshot.position.rate == 0 }
        let paused = session.position()
        #expect(paused.seconds > 0.2)
        try await Task.sleep(for: .milliseconds(200))
        #expect(abs(session.position().seconds - paused.seconds) < 0.05)
        let asked = session.reading()
        await session.perform(.play)
        try await session.wait("playing again") { snapshot, _ in snapshot.position.rate == 1 }
        let (position, seconds) = session.reading()
        let moved = (position - paused).seconds
        #expect(moved > -0.05 && moved < seconds - asked.seconds + 0.05)
        await session.close()
    }

    @Test func anItemOpenedPausedStartsWhereItShould() async throws {
        let session = try await Session()
        await session.perform(
            .replaceQueue(
                [Fixture.item("episode-1.mkv")], play: false, start: MediaTime(nanoseconds: 4_000_000_000), index: 0))
        await session.perform(.pause)
        await session.perform(.play)
        try await session.wait("playing") { snapshot, _ in snapshot.position.rate == 1 }
        let position = session.wentOnAt.seconds
        #expect(position >= 4 && position < 4.5)
        await session.close()
    }

    @Test func aSeekWhilePausedLandsAndStands() async throws {
        let session = try await Session()
        await session.perform(.replaceQueue([Fixture.item("episode-1.mkv")], play: true, start: nil, index: 0))
        try await session.wait("playing") { snapshot, _ in snapshot.position.rate == 1 }
        let begun = session.reading()
        await session.perform(.pause)
        session.forgetNotices()
        await session.perform(.seek(by: MediaTime(nanoseconds: 6_000_000_000)))
        let asked = session.reading()
        try await session.wait("landing") { _, notices in !notices.isEmpty }
        let position = session.position().seconds
        // It played on until it was paused, on a busy machine for a while.
        let played = begun.position.seconds + asked.seconds - begun.seconds
        #expect(position >= 6 && position < 6.1 + played)
        #expect(session.snapshot.status == .paused)
        await session.perform(.play)
        try await session.wait("playing") { snapshot, _ in snapshot.position.rate == 1 }
        #expect(abs(session.wentOnAt.seconds - position) < 0.1)
        await session.close()
    }

    /// The pause was told as a part of the position: 2 s of it, and clients that count on by themselves stayed wrong.
    @Test(arguments: ["episode-1.mkv", "tone.flac"]) func whoPlaysWhileASeekIsOnItsWayHearsWhereItLanded(
        name: String
    ) async throws {
        let session = try await Session()
        await session.perform(.replaceQueue([Fixture.item(name)], play: true, start: nil, index: 0))
        try await session.wait("playing") { snapshot, _ in snapshot.position.rate == 1 }
        await session.perform(.pause)
        try await Task.sleep(for: .seconds(2))
        let id = try #require(session.snapshot.current?.id)
        session.forgetNotices()
        await session.perform(.setPosition(id, MediaTime(nanoseconds: 500_000_000)))
        await session.perform(.play)
        try await session.wait("landing") { snapshot, notices in !notices.isEmpty && snapshot.position.rate == 1 }
        let told = session.notices.compactMap { if case .seeked(let position) = $0 { position.seconds } else { nil } }
        #expect(told.count == 1 && told.allSatisfy { (0.5..<2).contains($0) }, "\(told)")
        await session.close()
    }

    /// With a picture, and with sound alone, which is taken out of the output while that stands.
    @Test(arguments: ["episode-1.mkv", "tone.flac"]) func everySeekWhilePausedIsTold(name: String) async throws {
        let session = try await Session()
        await session.perform(.replaceQueue([Fixture.item(name)], play: true, start: nil, index: 0))
        try await session.wait("playing") { snapshot, _ in snapshot.position.rate == 1 }
        await session.perform(.pause)
        try await session.wait("paused") { snapshot, _ in snapshot.status == .paused && snapshot.position.rate == 0 }
        // It played on until it was paused, on a busy machine for a while.
        let paused = session.position().seconds
        for _ in 0..<3 {
            session.forgetNotices()
            await session.perform(.seek(by: MediaTime(nanoseconds: 500_000_000)))
            try await session.wait("landing") { _, notices in !notices.isEmpty }
        }
        let position = session.position().seconds
        #expect(abs(position - paused - 1.5) < 0.1)
        await session.perform(.play)
        try await session.wait("playing again") { snapshot, _ in snapshot.position.rate == 1 }
        #expect(abs(session.wentOnAt.seconds - position) < 0.1)
        await session.close()
    }

    /// What is decoded anew for other subtitles, and once more, is what stands there.
    @Test func whatIsDecodedAnewWhilePausedGoesOnWhereItWas() async throws {
        let session = try await Session()
        await session.perform(.replaceQueue([Fixture.item("two-audio.mkv")], play: true, start: nil, index: 0))
        try await session.wait("tracks") { snapshot, _ in
            snapshot.position.rate == 1 && snapshot.tracks.subtitles.count == 2
        }
        try await Task.sleep(for: .milliseconds(500))
        await session.perform(.pause)
        try await session.wait("paused") { snapshot, _ in snapshot.status == .paused && snapshot.position.rate == 0 }
        let paused = session.position().seconds
        for track: UInt32 in [0, 1, 0, 1] {
            await session.perform(.tracks(.selectSubtitles(track)))
            try await session.wait("the choice") { snapshot, _ in snapshot.tracks.selectedSubtitles == track }
            // In time for what was opened again to stand at the sinks, or not: both are to be right.
            try await Task.sleep(for: .milliseconds(track == 0 ? 100 : 10))
        }
        await session.perform(.play)
        try await session.wait("playing again") { snapshot, _ in snapshot.position.rate == 1 }
        let position = session.wentOnAt.seconds
        #expect(abs(position - paused) < 0.1, "paused at \(paused), then at \(position)")
        await session.close()
    }

    @Test func theRateChangesThePaceOfThePosition() async throws {
        let session = try await Session()
        await session.perform(.replaceQueue([Fixture.item("episode-1.mkv")], play: true, start: nil, index: 0))
        try await session.wait("playing") { snapshot, _ in snapshot.position.rate == 1 }
        await session.perform(.setRate(2))
        try await session.wait("the rate") { snapshot, _ in snapshot.position.rate == 2 }
        let begun = session.reading()
        try await Task.sleep(for: .milliseconds(1000))
        let ended = session.reading()
        let pace = (ended.position - begun.position).seconds / (ended.seconds - begun.seconds)
        #expect(pace > 1.9 && pace < 2.1)
        await session.close()
    }

    @Test(arguments: ["junk.mp4", "truncated.mp4", "missing-codec.mkv", "no-such-file.mkv"])
    func anItemThatCannotBePlayedIsReportedAndSkipped(name: String) async throws {
        let session = try await Session()
        await session.perform(
            .replaceQueue([Fixture.item(name), Fixture.item("tone.flac")], play: true, start: nil, index: 0))
        try await session.wait("the fault") { _, notices in
            notices.contains { if case .itemFailed = $0 { true } else { false } }
        }
        try await session.wait("the next item") { snapshot, _ in
            snapshot.currentIndex == 1 && snapshot.position.rate == 1
        }
        let faults = session.notices.compactMap { if case .itemFailed(_, let fault) = $0 { fault } else { nil } }
        #expect(faults.count == 1)
        print(name, faults.map { "\($0.fault.code) \($0.fault.message)" })
        await session.close()
    }

    @Test func theEndOfTheQueueStops() async throws {
        let session = try await Session()
        await session.perform(
            .replaceQueue(
                [Fixture.item("tone.opus")], play: true, start: MediaTime(nanoseconds: 2_500_000_000), index: 0))
        try await session.wait("playing") { snapshot, _ in snapshot.position.rate == 1 }
        try await session.wait("the end") { snapshot, _ in snapshot.status == .stopped }
        await session.perform(.play)
        try await session.wait("playing again") { snapshot, _ in snapshot.position.rate == 1 }
        #expect(session.wentOnAt.seconds < 0.5)
        await session.close()
    }

    /// The next item's sound is on its way already, unheard: the sink takes everything as soon as it comes.
    @Test(arguments: [true, false]) func aSeekBehindTheHandOverTakesItBack(goingBackFirst: Bool) async throws {
        let session = try await Session(isAhead: true)
        await session.perform(.setLoop(.playlist))
        let items = try session.writeItems(seconds: 9)
        var (done, tries) = (0, 0)
        var sent: Int?
        while done < 3 {
            if sent == nil {
                // A machine so busy that the next item is heard before anybody looks is given more than one chance.
                tries += 1
                try #require(tries <= 5, "the next item was always heard before it was looked for")
                await session.perform(.replaceQueue(items.map(\.item), play: true, start: nil, index: 0))
                sent = session.bytesSent
                try await session.wait("playing") { snapshot, _ in snapshot.position.rate == 1 }
            }
            let id = try #require(session.snapshot.items.first?.id)
            // More than the item holds: the rest is the next one's.
            try await session.waitForSound(sent: (sent ?? 0) + items[0].bytes + 44_100)
            _ = session.takeItems()
            let back = PlayerCommand.setPosition(id, MediaTime(nanoseconds: 500_000_000))
            let first = await session.perform(goingBackFirst ? .goTo(id) : back) { position, snapshot in
                snapshot.currentIndex == 0 && position < MediaTime(nanoseconds: 8_900_000_000)
            }
            sent = first.isDone ? first.bytesSent : nil
            guard first.isDone else { continue }
            if goingBackFirst { await session.perform(back) }
            try await session.wait("landing \(done)", seconds: 20) { snapshot, _ in
                snapshot.position.rate == 1 && snapshot.currentIndex == 0
                    && (0.5..<1).contains(snapshot.position.position.seconds)
            }
            #expect(session.takeItems() == [0], "the next item was heard all the same")
            done += 1
        }
        await session.close()
    }

    /// A device that takes two seconds for each piece of sound: a flush waits for it, and is given up after one.
    @Test(arguments: [true, false]) func aSeekLandsAlthoughTheDeviceHangs(isSoughtAgain: Bool) async throws {
        let session = try await Session(audioSink: "identity sleep-time=2000000 ! fakesink sync=true")
        try await session.perform(
            .replaceQueue([Fixture.item("episode-1.mkv")], play: true, start: nil, index: 0), until: "playing"
        ) { snapshot, _ in snapshot.position.rate == 1 }
        let id = try #require(session.snapshot.current?.id)
        func seek(to seconds: Int64) -> PlayerCommand {
            .setPosition(id, MediaTime(nanoseconds: seconds * 1_000_000_000))
        }
        // A flush that comes in the second half of a piece does not wait long enough: then there is nothing to see yet.
        for attempt in 1...20 {
            await session.perform(seek(to: 5))
            do {
                try await session.wait("the loss", seconds: 3) { snapshot, _ in snapshot.isOutputLost }
                break
            } catch {
                if attempt == 20 { throw error }
            }
        }
        if isSoughtAgain { await session.perform(seek(to: 3)) }
        try await session.wait("the landing") { snapshot, _ in snapshot.position.rate == 1 && !snapshot.isOutputLost }
        #expect(abs(session.wentOnAt.seconds - (isSoughtAgain ? 3 : 5)) < 0.3, "\(session.wentOnAt)")
        await session.close()
    }

    /// The device is changed while a seek is on its way: it lands, and so do those after it.
    @Test func aSeekLandsAlthoughTheDeviceIsChanged() async throws {
        let session = try await Session(audioSink: "identity sleep-time=200000 ! fakesink sync=true")
        try await session.perform(
            .replaceQueue([Fixture.item("episode-1.mkv")], play: true, start: nil, index: 0), until: "playing"
        ) { snapshot, _ in snapshot.position.rate == 1 }
        let id = try #require(session.snapshot.current?.id)
        for seconds: Int64 in [5, 2] {
            session.forgetNotices()
            await session.perform(.setPosition(id, MediaTime(nanoseconds: seconds * 1_000_000_000)))
            await session.perform(.devices(.choose("")))
            try await session.wait("the landing at \(seconds) s", seconds: 30) { snapshot, notices in
                notices.contains { if case .seeked = $0 { true } else { false } } && snapshot.position.rate == 1
            }
            #expect(abs(session.wentOnAt.seconds - Double(seconds)) < 0.3, "\(session.wentOnAt)")
        }
        await session.close()
    }
}
