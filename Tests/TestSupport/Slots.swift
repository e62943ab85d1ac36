/// How much runs at a time: three tests that play in real time, or more that wait.
///
/// Whoever comes first of those for whom there is room goes first, apart from two kinds of tests. Recorded ones follow one
/// another from the beginning, beside the others. So do the tests of a serialised suite: the next one comes as soon as
/// there is room, or the longest of these suites would be left alone at the end. Quiet tests have their turn when nothing
/// else is left, and thus never keep slots empty while they wait for the others.
actor Slots {
    /// What may run beside a test.
    enum Company: Sendable {
        case anybody
        /// No other recorded test.
        case unrecorded
        /// Only quiet tests.
        case quiet
    }

    private struct Test {
        let weight: Int
        let company: Company
        /// Whether others wait for its end.
        let isFollowed: Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    static let count = 14
    static let shared = Slots()

    private var free = Slots.count
    private var running: [Company] = []
    private var waiting: [Test] = []

    func take(_ weight: Int, beside company: Company, isFollowed: Bool) async {
        await withCheckedContinuation { continuation in
            waiting.append(Test(weight: weight, company: company, isFollowed: isFollowed, continuation: continuation))
            // Here, not before: a slot may have been given back since the call.
            begin()
        }
    }

    func giveBack(_ weight: Int, beside company: Company) {
        free += weight
        if let index = running.firstIndex(of: company) { running.remove(at: index) }
        begin()
    }

    private func begin() {
        while let next, waiting[next].weight <= free {
            let test = waiting.remove(at: next)
            free -= test.weight
            running.append(test.company)
            test.continuation.resume()
        }
    }

    /// Who goes next: nobody passes a recorded test, or the slots that it needs would never be free at once.
    private var next: Int? {
        guard !running.contains(.quiet) else { return waiting.firstIndex { $0.company == .quiet } }
        if !running.contains(.unrecorded), let recorded = waiting.firstIndex(where: { $0.company == .unrecorded }) {
            return recorded
        }
        let fitting = waiting.indices.filter { waiting[$0].company == .anybody && waiting[$0].weight <= free }
        if let next = fitting.first(where: { waiting[$0].isFollowed }) ?? fitting.first { return next }
        return running.isEmpty ? waiting.firstIndex { $0.company == .quiet } : nil
    }
}
