import PlayerCore
import Testing

@testable import PlayerEngine

private let eight = MediaTime(nanoseconds: 8_000_000_000)
private let ten = MediaTime(nanoseconds: 10_000_000_000)

/// The frame in the window while playback is paused.
@Suite struct PausedPictureTests {
    @Test("A frame on its way is drawn again when it has arrived") func redraws() {
        var picture = PausedPicture()
        let results = [true, false, true].map { isThere in
            (picture.redraw(isThere: isThere), picture.isRedrawPending)
        }
        #expect(results.map { $0.0 } == [true, false, true])
        #expect(results.map { $0.1 } == [false, true, false])
    }

    @Test("Where there is no frame, the last one stands in, and then the keyframe before it") func standsIn() {
        var picture = PausedPicture()
        _ = picture.redraw(isThere: false)
        let found = [0, 1, 2].map { _ in picture.findsNone(at: ten, last: eight) ? picture.shown(at: ten) : nil }
        #expect(
            found == [
                PausedPicture.StandIn(position: ten, frame: eight, accuracy: .accurate),
                PausedPicture.StandIn(position: ten, frame: eight, accuracy: .keyUnit), nil,
            ])
        #expect(!picture.isRedrawPending)
        #expect(picture.shown(at: eight) == nil && picture.shown(at: nil) == nil)
        let dropped = [picture.dropStandIn(), picture.dropStandIn()]
        #expect(dropped == [true, false])
    }

    @Test("No frame stands in that is unknown or behind the position") func noStandIn() {
        var picture = PausedPicture()
        let found = [picture.findsNone(at: eight, last: ten), picture.findsNone(at: eight, last: nil)]
        #expect(found == [false, false])
        #expect(picture.shown(at: eight) == nil)
        let isThere = picture.findsNone(at: eight, last: eight)
        #expect(isThere, "the frame at the position itself")
    }

    @Test("A step is held once, and not for another item") func steps() {
        var picture = PausedPicture()
        let step = PausedPicture.Step(generation: Generation(rawValue: 1), frames: -1)
        picture.hold(step)
        let taken = [picture.takeStep(), picture.takeStep()]
        #expect(taken == [step, nil])
        picture.hold(step)
        _ = picture.findsNone(at: ten, last: eight)
        picture.forget()
        let rest = picture.takeStep()
        #expect(rest == nil)
        #expect(picture.shown(at: ten) == nil)
    }
}
