/// How much runs at a time: three tests that play in real time, or more that wait.
///
/// Whoever comes first of those for whom there is room goes first. A test that needs every slot thus never keeps some
/// of them empty while it waits for the others: it has its turn when nothing else is left. Tests that need most of them
/// follow one another from the beginning, beside the others.
actor Slots {
    static let count = 7
    static let shared = Slots()

    private var free = Slots.count
    private var isMostTaken = false
    private var waiting: [(weight: Int, continuation: CheckedContinuation<Void, Never>)] = []

    func take(_ weight: Int) async {
        await withCheckedContinuation { continuation in
            waiting.append((weight, continuation))
            // Here, not before: a slot may have been given back since the call.
            begin()
        }
    }

    func giveBack(_ weight: Int) {
        free += weight
        if Self.isMost(weight) { isMostTaken = false }
        begin()
    }

    /// Whether only one such test can run at a time, and others beside it.
    private static func isMost(_ weight: Int) -> Bool { weight > count / 2 && weight < count }

    private func begin() {
        while let next, waiting[next].weight <= free {
            let test = waiting.remove(at: next)
            free -= test.weight
            if Self.isMost(test.weight) { isMostTaken = true }
            test.continuation.resume()
        }
    }

    /// Who goes next: nobody passes a test that needs most of the slots, or they would never be free at once.
    private var next: Int? {
        if !isMostTaken, let most = waiting.firstIndex(where: { Self.isMost($0.weight) }) { return most }
        return waiting.firstIndex { $0.weight <= free && !Self.isMost($0.weight) }
    }
}
