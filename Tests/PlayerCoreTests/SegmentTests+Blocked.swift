import PlayerCore
import Testing

/// What is never played, and what is played in silence.
extension SegmentTests {
    private static func cuts(_ engine: FakeEngine) -> [String] {
        engine.effects.compactMap {
            let cuts: [Cut]
            switch $0 {
            case .cut(_, let told): cuts = told
            case .seek(_, _, _, _, let told), .setRate(_, _, _, _, let told): cuts = told
            default: return nil
            }
            let words = cuts.map { "\($0.start.seconds)-\($0.end.map { "\($0.seconds)" } ?? "end")" }
            return words.isEmpty ? "none" : words.joined(separator: " ")
        }
    }

    /// The engine leaves it out by itself, or the player seeks when it is reached.
    @Test(arguments: [false, true]) func playbackGoesOnBehindABlockedRange(isSought: Bool) {
        let engine = Self.engine([(20, 60, "blocked", nil)])
        engine.refusesCuts = isSought
        engine.forget()
        engine.advance(21)
        #expect(engine.position >= 60.9 && engine.position <= 61.1)
        #expect(Self.skips(engine) == ["blocked 20-60 block"])
        #expect(engine.effects.seeks == (isSought ? [60] : []))
        #expect(engine.notices.seeked == [60])
    }

    @Test(arguments: [false, true]) func touchingRangesAreCrossedInOneJump(isSought: Bool) {
        let engine = Self.engine([(20, 40, "blocked", nil), (40, 60, "blocked", nil)])
        engine.refusesCuts = isSought
        engine.advance(21)
        #expect(engine.position >= 60.9)
        #expect(engine.effects.seeks == (isSought ? [60] : []))
    }

    @Test func theEngineIsToldOfACutInTimeAndOnlyThen() {
        let engine = Self.engine([(20, 60, "blocked", nil), (70, 80, "blocked", nil)])
        #expect(Self.cuts(engine) == [])
        engine.advance(11.9)
        #expect(Self.cuts(engine) == [])
        engine.advance(0.2)
        #expect(Self.cuts(engine) == ["20.0-60.0"])
        engine.advance(8)
        #expect(abs(engine.position - 60.1) < 0.01)
        engine.advance(2)
        #expect(Self.cuts(engine) == ["20.0-60.0", "70.0-80.0"])
    }

    @Test func aSeekSaysWhatIsLeftOutNext() {
        let engine = Self.engine([(20, 60, "blocked", nil)])
        engine.send(.seek(by: .seconds(15)))
        #expect(Self.cuts(engine) == ["20.0-60.0"])
        engine.send(.seek(by: .seconds(-15)))
        #expect(Self.cuts(engine) == ["20.0-60.0", "none"])
        engine.send(.seek(by: .seconds(14)))
        engine.send(.setRate(2))
        #expect(Self.cuts(engine) == ["20.0-60.0", "none", "20.0-60.0", "20.0-60.0"])
        engine.send(.segments(.set([])))
        #expect(Self.cuts(engine).last == "none")
        engine.advance(10)
        #expect(abs(engine.position - 34) < 0.01)
    }

    @Test func aSeekThatAnotherOneFollowsIsCutToo() {
        let engine = Self.engine([(20, 60, "blocked", nil)])
        engine.holdsSeeks = true
        engine.send(.setPosition(engine.id(0), .seconds(15)))
        engine.send(.setPosition(engine.id(0), .seconds(90)))
        #expect(engine.position == 90)
        #expect(Self.cuts(engine) == ["20.0-60.0"])
        engine.landSeek()
        #expect(Self.cuts(engine) == ["20.0-60.0", "none"])
    }

    @Test func thePositionWaitsBeforeACutThatIsLate() {
        let engine = Self.engine([(20, 60, "blocked", nil)])
        engine.advance(19)
        engine.holdsCuts = true
        engine.advance(5)
        #expect(engine.position < 20 && engine.position > 19.99)
        engine.holdsCuts = false
        engine.advance(1)
        #expect(engine.position >= 60)
    }

    @Test func aCutToTheEndJoinsTheNextItem() {
        let engine = Self.engine([(90, 100, "blocked", nil)], items: 2)
        engine.advance(81)
        #expect(engine.preloaded == "file:///1.mkv", "ten seconds before the end that is heard")
        engine.forget()
        engine.advance(10)
        #expect(Self.skips(engine) == ["blocked 90-100 block"])
        #expect(engine.playing == "file:///1.mkv")
        #expect(abs(engine.position - 1) < 0.01)
    }

    @Test func theNextItemIsPreparedBehindWhatIsBlockedAtItsStart() {
        let engine = Self.engine([(0, 10, "blocked", nil), (12, 20, "blocked", nil)], items: 2)
        engine.advance(81)
        #expect(engine.preloadStart == .seconds(10))
        #expect(Self.cuts(engine).last == "12.0-20.0", "before it is current")
        engine.forget()
        engine.advance(1)
        engine.advance(8)
        #expect(engine.playing == "file:///1.mkv")
        #expect(engine.effects.seeks.isEmpty)
        engine.advance(3)
        #expect(engine.position > 20)
        #expect(engine.effects.seeks.isEmpty)
    }

    @Test func whatCannotBeSoughtPassesTheTimeWithNothingHeardOrSeen() {
        let engine = Self.engine([(20, 30, "blocked", nil), (25, 40, "mute", nil)])
        engine.media["file:///0.mkv"]?.isSeekable = false
        engine.send(.stop)
        engine.forget()
        engine.send(.play)
        let blank = engine.effects.compactMap { effect -> ([TimeRange], [TimeRange])? in
            if case .blank(_, let sound, let picture) = effect { (sound, picture) } else { nil }
        }.last
        #expect(blank?.0 == [TimeRange(start: .seconds(20), end: .seconds(40))].compactMap(\.self))
        #expect(blank?.1 == [TimeRange(start: .seconds(20), end: .seconds(30))].compactMap(\.self))
        engine.advance(25)
        #expect(abs(engine.position - 25) < 0.01)
        #expect(engine.effects.seeks.isEmpty)
        engine.advance(10)
        #expect(abs(engine.position - 35) < 0.01)
    }

    @Test func mutedStretchesAreToldOnceAndTheVolumeStays() throws {
        let engine = Self.engine([(20, 30, "mute", nil), (25, 40, "mute", nil), (50, 51, "mute", nil)])
        let generation = try #require(engine.currentGeneration)
        #expect(engine.muted[generation]?.map(\.start.seconds) == [20, 50])
        #expect(engine.muted[generation]?.map(\.end.seconds) == [40, 51])
        engine.forget()
        engine.advance(60)
        #expect(!engine.effects.contains { if case .blank = $0 { true } else { false } })
        #expect(engine.snapshot.volume == 1)
        engine.send(.segments(.set([])))
        #expect(engine.muted[generation] == [])
    }

    @Test func aRangeAtZeroMovesTheStart() {
        let engine = Self.engine([(0, 10, "blocked", nil)])
        #expect(engine.position == 10)
    }

    @Test func aResumeInsideLandsAtTheEnd() {
        let engine = Self.engine([(20, 60, "blocked", nil)], start: 30)
        #expect(engine.position == 60)
    }

    @Test func aSeekIntoItLandsAtTheEndAndAStepBackBeforeIt() {
        let engine = Self.engine([(20, 60, "blocked", nil)])
        engine.send(.setPosition(engine.id(0), .seconds(30)))
        #expect(engine.position == 60)
        engine.advance(5)
        engine.send(.seek(by: .seconds(-10)))
        #expect(abs(engine.position - 15) < 0.001)
    }

    @Test func aRangeThatReachesTheEndEndsTheItem() {
        let engine = Self.engine([(90, 100, "blocked", nil)], items: 2)
        engine.advance(91)
        #expect(engine.playing == "file:///1.mkv")
        #expect(engine.position < 2)
    }

    @Test func whatIsBlockedWhileOneIsInsideIsLeftAtOncePausedToo() {
        let engine = Self.engine([])
        engine.advance(30)
        engine.send(.pause)
        engine.send(.segments(.set([SegmentDescription(start: .seconds(20), end: .seconds(60), kind: "blocked")])))
        #expect(engine.position == 60)
        #expect(engine.status == .paused)
    }

    @Test func anItemThatIsAllBlockedFailsAndTheNextPlays() {
        let engine = Self.engine([(0, 100, "blocked", nil)])
        #expect(engine.status == .stopped)
        #expect(engine.snapshot.error?.fault.code == .nothingPlayable)
    }

    @Test func theEndOfTheQueueLeavesWhatIsActive() {
        let engine = Self.engine([(90, 100, "closing-credits", nil)])
        engine.advance(101)
        let told = engine.notices.compactMap {
            switch $0 {
            case .segments(.entered(let index, _)): "entered \(index)"
            case .segments(.left(let index, _)): "left \(index)"
            default: nil
            }
        }
        #expect(told == ["entered 0", "left 0"])
        #expect(engine.snapshot.segments.active == [])
    }
}
