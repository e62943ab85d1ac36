// Every target but the tests is built without --build-tests, too, and with the static standard library there is no Testing.
#if canImport(Testing)
    internal import Glibc
    public import Testing

    /// Gives each test a thread of its own and lets only as many run at a time as a small machine plays in real time.
    /// Its time limit begins with its turn; Testing's own would count the tests before it, too.
    public struct SystemTrait: TestTrait, SuiteTrait, TestScoping {
        /// Of ``Slots/count``.
        let weight: Int
        var company = Slots.Company.anybody
        public var isRecursive: Bool { true }
        /// The longest takes a minute where nothing else runs. `MEDIAD_TEST_LIMIT` is for longer ones, in seconds.
        private static let timeLimit = Duration.seconds(
            getenv("MEDIAD_TEST_LIMIT").flatMap { Int(String(cString: $0)) } ?? 300)
        private static let tellsTurns = getenv("MEDIAD_TEST_TURNS") != nil

        public func provideScope(
            for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
        ) async throws {
            await Slots.shared.take(
                weight, beside: company, isFollowed: test.traits.contains { $0 is ParallelizationTrait })
            let began = Moment.now
            defer {
                // Which tests the suite's time goes to: their own figures count the wait for a turn, too.
                if Self.tellsTurns { print("turn: \(test.id) \(Moment.now - began) s, weight \(weight)") }
            }
            let executor = ThreadExecutor()
            let watch = Task {
                try await Task.sleep(for: Self.timeLimit)
                Issue.record("Time limit was exceeded: \(Self.timeLimit) since the test had its turn")
            }
            defer { watch.cancel() }
            do {
                try await withTaskExecutorPreference(executor) { try await function() }
            } catch {
                executor.stop()
                await Slots.shared.giveBack(weight, beside: company)
                throw error
            }
            executor.stop()
            await Slots.shared.giveBack(weight, beside: company)
        }
    }

    extension Trait where Self == SystemTrait {
        /// Plays in real time: beside two other tests at most, or more that are patient.
        public static var system: SystemTrait { SystemTrait(weight: 4) }
        /// Plays in real time and needs little of the processors.
        public static var light: SystemTrait { SystemTrait(weight: 3) }
        /// Waits for events for most of its time, and records nothing.
        public static var patient: SystemTrait { SystemTrait(weight: 2) }
        /// Beside at most one other test, which is quiet as well. Recordings of PipeWire have gaps on a busy machine.
        public static var quiet: SystemTrait { SystemTrait(weight: Slots.count / 2, company: .quiet) }
        /// With no other test of this target: what it measures would suffer.
        public static var alone: SystemTrait { SystemTrait(weight: Slots.count, company: .quiet) }
    }
#endif
