import PlayerCore
import Testing

private let ten = MediaTime.seconds(10)
private let twenty = MediaTime.seconds(20)
private let thirty = MediaTime.seconds(30)

private func id(_ value: UInt64) -> SeekID { SeekID(rawValue: value) }

@Suite struct SeekMachineTests {
    private struct Step {
        var event: SeekMachine.Event
        var actions: [SeekMachine.Action]
        var target: MediaTime?
        init(_ event: SeekMachine.Event, _ actions: [SeekMachine.Action], target: MediaTime?) {
            self.event = event
            self.actions = actions
            self.target = target
        }
    }

    private func run(_ steps: [Step], sourceLocation: SourceLocation = #_sourceLocation) {
        var machine = SeekMachine()
        for (index, step) in steps.enumerated() {
            #expect(machine.event(step.event) == step.actions, "step \(index)", sourceLocation: sourceLocation)
            #expect(machine.target == step.target, "step \(index)", sourceLocation: sourceLocation)
        }
    }

    @Test func aSeekIsAccurateAndFinishesWhenItLands() {
        run([
            Step(.prepared(isSeekable: true), [], target: nil),
            Step(.requested(ten), [.seek(id(1), ten, .accurate)], target: ten),
            Step(.landed(id(1)), [.finished], target: nil),
        ])
    }

    @Test func beforeTheItemIsPreparedTheLastWishIsHeld() {
        run([
            Step(.requested(ten), [], target: ten),
            Step(.requested(twenty), [], target: twenty),
            Step(.prepared(isSeekable: true), [.seek(id(1), twenty, .accurate)], target: twenty),
            Step(.landed(id(1)), [.finished], target: nil),
        ])
    }

    @Test func aHeldWishIsRefusedWhenTheItemCannotBeSought() {
        run([
            Step(.requested(ten), [], target: ten),
            Step(.prepared(isSeekable: false), [.refused(appliedRate: false)], target: nil),
        ])
    }

    @Test func aWithdrawnWishIsForgottenAndARateIsNot() {
        run([
            Step(.requested(ten), [], target: ten),
            Step(.withdrawn(to: .zero), [], target: nil),
            Step(.rateChanged(at: .zero), [], target: .zero),
            Step(.requested(ten), [], target: ten),
            Step(.withdrawn(to: .zero), [], target: .zero),
            Step(.prepared(isSeekable: true), [.applyRate(id(1), at: .zero)], target: .zero),
            Step(.withdrawn(to: ten), [], target: .zero),
        ])
    }

    @Test func whileOneRunsTheLastWishWinsByKeyFramesAndThenExactly() {
        run([
            Step(.prepared(isSeekable: true), [], target: nil),
            Step(.requested(ten), [.seek(id(1), ten, .accurate)], target: ten),
            Step(.requested(twenty), [], target: twenty),
            Step(.requested(thirty), [], target: thirty),
            Step(.landed(id(1)), [.seek(id(2), thirty, .keyUnit)], target: thirty),
            Step(.requested(ten), [], target: ten),
            Step(.landed(id(2)), [.seek(id(3), ten, .keyUnit)], target: ten),
            Step(.landed(id(3)), [.seek(id(4), ten, .accurate)], target: ten),
            Step(.landed(id(4)), [.finished], target: nil),
        ])
    }

    @Test func aStaleLandingChangesNothing() {
        run([
            Step(.prepared(isSeekable: true), [], target: nil),
            Step(.landed(id(9)), [], target: nil),
            Step(.requested(ten), [.seek(id(1), ten, .accurate)], target: ten),
            Step(.landed(id(9)), [], target: ten),
            Step(.failed(id(9)), [], target: ten),
        ])
    }

    @Test func aFailureIsAnsweredUnlessAnotherWishWaits() {
        run([
            Step(.prepared(isSeekable: true), [], target: nil),
            Step(.requested(ten), [.seek(id(1), ten, .accurate)], target: ten),
            Step(.requested(twenty), [], target: twenty),
            Step(.failed(id(1)), [.seek(id(2), twenty, .accurate)], target: twenty),
            Step(.failed(id(2)), [.refused(appliedRate: false)], target: nil),
        ])
    }

    @Test func aRateTravelsWithTheNewestTarget() {
        run([
            Step(.prepared(isSeekable: true), [], target: nil),
            Step(.requested(ten), [.seek(id(1), ten, .accurate)], target: ten),
            Step(.rateChanged(at: ten), [], target: ten),
            Step(.requested(twenty), [], target: twenty),
            Step(.landed(id(1)), [.applyRate(id(2), at: twenty)], target: twenty),
            Step(.landed(id(2)), [.rateApplied, .finished], target: nil),
        ])
    }

    @Test func aRateThatFailedGoesAlongWithTheNextSeek() {
        run([
            Step(.prepared(isSeekable: true), [], target: nil),
            Step(.rateChanged(at: ten), [.applyRate(id(1), at: ten)], target: ten),
            Step(.requested(twenty), [], target: twenty),
            Step(.failed(id(1)), [.applyRate(id(2), at: twenty)], target: twenty),
            Step(.failed(id(2)), [.refused(appliedRate: true)], target: nil),
        ])
    }

    @Test func anotherPipelineForgetsEverythingButNeverAnID() {
        run([
            Step(.prepared(isSeekable: true), [], target: nil),
            Step(.requested(ten), [.seek(id(1), ten, .accurate)], target: ten),
            Step(.restarted(isPrepared: true), [], target: nil),
            Step(.landed(id(1)), [], target: nil),
            Step(.requested(twenty), [.seek(id(2), twenty, .accurate)], target: twenty),
            Step(.restarted(isPrepared: false), [], target: nil),
            Step(.requested(ten), [], target: ten),
        ])
    }
}
