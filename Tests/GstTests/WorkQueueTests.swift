import Foundation
import GLibLoop
import TestSupport
import Testing

@testable import GLibLoop

/// Work that blocks, beside the loops.
@Suite(.timeLimit(.minutes(10))) struct WorkQueueTests {
    private func wait<Value: Sendable>(_ value: Monitored<Value>, for condition: (Value) -> Bool) -> Bool {
        value.wait(seconds: 30) { condition($0) ? true : nil } ?? false
    }

    @Test func soManyRunAtATime() {
        let queue = WorkQueue(label: "test", width: 2, patience: 600)
        let (running, most, done) = (Monitored(0), Monitored(0), Monitored(0))
        for _ in 0..<50 {
            queue.run {
                let now = running.update { count in
                    count += 1
                    return count
                }
                most.update { $0 = max($0, now) }
                running.update { $0 -= 1 }
                done.update { $0 += 1 }
            }
        }
        #expect(wait(done) { $0 == 50 })
        #expect((1...2).contains(most.current))
    }

    @Test("a queue of width 1 without patience keeps the order, and waits for what lasts")
    func oneAfterTheOther() {
        let queue = WorkQueue(label: "test", width: 1, patience: nil)
        let (isOver, order) = (Monitored(false), Monitored([Int]()))
        queue.run { _ = isOver.wait(seconds: 600) { $0 ? true : nil } }
        for number in 0..<100 { queue.run { order.update { $0.append(number) } } }
        #expect(queue.threadCount == 1 && order.current.isEmpty)
        isOver.update { $0 = true }
        #expect(wait(order) { $0.count == 100 })
        #expect(order.current == Array(0..<100))
    }

    /// More than the dispatch library has threads for.
    @Test func whatHangsIsLeftBehindAndBounded() {
        let queue = WorkQueue(label: "test", width: 2, patience: 0.01, limit: 20)
        let (isOver, begun, ended) = (Monitored(false), Monitored(0), Monitored(0))
        for _ in 0..<30 {
            queue.run {
                begun.update { $0 += 1 }
                _ = isOver.wait(seconds: 600) { $0 ? true : nil }
                ended.update { $0 += 1 }
            }
        }
        #expect(wait(begun) { $0 == 22 })
        // Nobody waits for what has no place; whoever asks in time is told so in time.
        let answer = Monitored<Bool?>(nil)
        queue.run(within: 0.1, { true }, then: { found in answer.update { $0 = found == nil } })
        #expect(wait(answer) { $0 == true })
        #expect(begun.current == 22 && queue.threadCount == 22)
        isOver.update { $0 = true }
        #expect(wait(ended) { $0 == 30 })
    }

    /// Two pieces that hang stop their mount, and nothing else.
    @Test func whatHangsCountsAgainstItsMount() {
        let queue = WorkQueue(label: "test", width: 4, patience: 0.05, hang: 0.05, limit: 4)
        let (isOver, begun, ended) = (Monitored(false), Monitored(0), Monitored(0))
        @Sendable func hang() {
            begun.update { $0 += 1 }
            _ = isOver.wait(seconds: 600) { $0 ? true : nil }
            ended.update { $0 += 1 }
        }
        for _ in 0..<2 { queue.run(on: "/dead") { hang() } }
        #expect(wait(begun) { $0 == 2 })
        // Longer than the patience.
        Thread.sleep(forTimeInterval: 0.1)
        for _ in 0..<46 { queue.run(on: "/dead") { hang() } }
        // What is on another mount, or on none, goes on.
        for mount in ["/good", nil] {
            for _ in 0..<20 {
                let answer = Monitored<Bool?>(nil)
                queue.run(within: 30, on: mount, { true }, then: { found in answer.update { $0 = found == true } })
                #expect(wait(answer) { $0 == true })
            }
        }
        #expect(begun.current == 2)
        // Whoever asks for the mount is told at once: not after its 30 seconds, which the others have not hung for yet.
        let refused = Monitored<Bool?>(nil)
        queue.run(within: 0.05, on: "/dead", { true }, then: { found in refused.update { $0 = found == nil } })
        #expect(refused.current == true)
        // It is as good as new when it answers again.
        isOver.update { $0 = true }
        #expect(wait(ended) { $0 == 48 })
        let answer = Monitored<Bool?>(nil)
        queue.run(within: 30, on: "/dead", { true }, then: { found in answer.update { $0 = found == true } })
        #expect(wait(answer) { $0 == true })
    }

    @Test func anAnswerIsGivenOnce() {
        let queue = WorkQueue(label: "test", width: 1)
        let (isOver, answers) = (Monitored(false), Monitored<[Int?]>([]))
        queue.run(within: 60, { 1 }, then: { answer in answers.update { $0.append(answer) } })
        #expect(wait(answers) { $0 == [1] })
        queue.run(within: 0.05) {
            _ = isOver.wait(seconds: 600) { $0 ? true : nil }
            return 2
        } then: { answer in
            answers.update { $0.append(answer) }
        }
        #expect(wait(answers) { $0 == [1, nil] })
        isOver.update { $0 = true }
        queue.run(within: 60, { 3 }, then: { answer in answers.update { $0.append(answer) } })
        #expect(wait(answers) { $0 == [1, nil, 3] })
    }
}
