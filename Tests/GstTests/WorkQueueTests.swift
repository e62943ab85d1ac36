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
