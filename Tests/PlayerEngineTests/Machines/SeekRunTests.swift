import PlayerCore
import Testing

@testable import PlayerEngine

private let ten = MediaTime(nanoseconds: 10_000_000_000)
private let twenty = MediaTime(nanoseconds: 20_000_000_000)

/// The life of a seek in the engine, as tables of events and the actions that follow.
@Suite struct SeekRunTests {
    private typealias Step = (SeekRun.Event, [SeekRun.Action])

    private func request(_ id: UInt64, _ target: MediaTime, _ accuracy: SeekAccuracy = .accurate) -> SeekRun.Request {
        SeekRun.Request(
            generation: Generation(rawValue: 1), id: SeekID(rawValue: id), target: target, accuracy: accuracy,
            cuts: [Cut(start: twenty, end: nil)])
    }

    private func running(_ id: UInt64, _ target: MediaTime, _ accuracy: SeekAccuracy = .accurate) -> SeekRun.Running {
        SeekRun.Running(id: SeekID(rawValue: id), target: target, accuracy: accuracy)
    }

    /// Takes the steps, and returns the machine after them.
    @discardableResult
    private func run(_ steps: [Step], sourceLocation: SourceLocation = #_sourceLocation) -> SeekRun {
        var machine = SeekRun()
        for (index, (event, actions)) in steps.enumerated() {
            let taken = machine.event(event)
            #expect(taken == actions, "step \(index)", sourceLocation: sourceLocation)
        }
        return machine
    }

    @Test("A seek flushes, is sent, and lands when it is heard") func seek() {
        let one = request(1, ten)
        let sent = run([
            (.requested(one, .ready), [.flush(one), .send(one)]),
            (.answered(one, .sent), [.lookAtLanding]),
            (.itemReady, []),
            (.arrived(.init(isOnAir: true)), []),
            (.arrived(.init(isOnAir: true, isSettled: true)), []),
            (.arrived(.init(isOnAir: true, hasPassed: true)), []),
        ])
        #expect(sent.isRunning && sent.target == ten)
        var machine = sent
        let landed = machine.event(.arrived(.init(isOnAir: true, hasPassed: true, isSettled: true)))
        #expect(landed == [.land(running(1, ten), .heard)])
        #expect(!machine.isRunning && machine.target == nil)
        let again = machine.event(.arrived(.init(isOnAir: true, hasPassed: true, isSettled: true)))
        #expect(again == [])
    }

    @Test("Where a seek lands depends on what its data has reached") func landings() {
        let table: [(SeekRun.Arrival, SeekRun.Landing?)] = [
            (.init(isOnAir: false), nil),
            (.init(isOnAir: false, hasPassed: true, isSettled: true, isSoundAlone: true), nil),
            (.init(isOnAir: false, hasBegun: true), .behindGates),
            (.init(isOnAir: true, hasBegun: true), nil),
            (.init(isOnAir: true, hasPassed: true), nil),
            (.init(isOnAir: true, isSoundAlone: true), nil),
            (.init(isOnAir: true, hasPassed: true, isSoundAlone: true), .beforeTheClock),
            (.init(isOnAir: true, hasPassed: true, isSettled: true, isSoundAlone: true), .heard),
        ]
        for (arrival, landing) in table {
            let one = request(1, ten, .keyUnit)
            run([
                (.requested(one, .ready), [.flush(one), .send(one)]),
                (.answered(one, .sent), [.lookAtLanding]),
                (.arrived(arrival), landing.map { [.land(running(1, ten, .keyUnit), $0)] } ?? []),
            ])
        }
    }

    @Test("An item on the way to its start holds the last request, and takes it when it is ready") func held() {
        let (one, two) = (request(1, ten), request(2, twenty, .keyUnit))
        let machine = run([
            (.itemReady, []),
            (.requested(one, .positioning), []),
            (.requested(two, .positioning), []),
            (.arrived(.init(isOnAir: false, hasBegun: true)), []),
            (.itemReady, [.request(two)]),
            (.itemReady, []),
        ])
        #expect(!machine.isRunning)
    }

    @Test("An item that is opened again begins at the target") func openedAgain() {
        let one = request(1, ten, .keyUnit)
        let machine = run([
            (.requested(one, .openedAgain), [.openAgain(at: ten)])
        ])
        #expect(machine.running == running(1, ten))
    }

    @Test("What follows an attempt to seek") func answers() {
        let table: [(SeekRun.Answer, [SeekRun.Action], isRunning: Bool)] = [
            (.sent, [.lookAtLanding], true),
            (.hung, [], true),
            (.needsOpening, [.openAgain(at: ten)], true),
            (.refused, [.refuse(request(1, ten), .notSeekable)], false),
        ]
        for (answer, actions, isRunning) in table {
            let one = request(1, ten)
            let machine = run([
                (.requested(one, .ready), [.flush(one), .send(one)]),
                (.answered(one, answer), actions),
            ])
            #expect(machine.isRunning == isRunning, "\(answer)")
        }
    }

    @Test("An item that is not ready refuses, and one without its server only moves its start") func others() {
        let one = request(1, ten)
        let machine = run([
            (.requested(one, .notReady), [.refuse(one, .notReady)]),
            (.requested(one, .lost), [.moveStart(one)]),
        ])
        #expect(!machine.isRunning)
    }

    @Test("A seek ends once, and leads elsewhere only while it runs") func end() {
        let one = request(1, ten, .keyUnit)
        var machine = run([(.requested(one, .ready), [.flush(one), .send(one)])])
        machine.redirect(to: twenty)
        #expect(machine.target == nil)
        _ = machine.event(.answered(one, .sent))
        machine.redirect(to: twenty)
        let (first, second) = (machine.end(), machine.end())
        #expect(first == running(1, twenty))
        #expect(second == nil)
        _ = machine.event(.requested(one, .positioning))
        let held = machine.end()
        #expect(held == nil)
        let actions = machine.event(.itemReady)
        #expect(actions == [.request(one)])
    }
}
