/// How much runs at a time: three tests that play in real time, or more that wait.
///
/// Whoever comes first of those for whom there is room goes first, apart from two kinds of tests. Those of a serialised
/// suite follow one another as soon as there is room, or the longest of these suites would be left alone at the end. Quiet
/// tests have their turn when nothing else is left, and thus never keep slots empty while they wait for the others.
actor Slots {
    /// What may run beside a test.
    enum Company: Sendable {
        case anybody
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
        while let next {
            let test = waiting.remove(at: next)
            free -= test.weight
            running.append(test.company)
            test.continuation.resume()
        }
    }

    private var next: Int? {
        let fitting = waiting.indices.filter { waiting[$0].weight <= free }
        let quiet = fitting.first { waiting[$0].company == .quiet }
        // While a quiet one runs, nobody else does.
        if running.contains(.quiet) { return quiet }
        let others = fitting.filter { waiting[$0].company == .anybody }
        return others.first { waiting[$0].isFollowed } ?? others.first ?? (running.isEmpty ? quiet : nil)
    }
}
