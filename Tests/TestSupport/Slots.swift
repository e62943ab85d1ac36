/// How much runs at a time: three tests that play in real time, or more that wait.
///
/// Whoever comes first of those for whom there is room goes first. A test that needs every slot thus never keeps some
/// of them empty while it waits for the others: it has its turn when nothing else is left.
actor Slots {
    static let count = 6
    static let shared = Slots()

    private var free = Slots.count
    private var waiting: [(weight: Int, continuation: CheckedContinuation<Void, Never>)] = []

    func take(_ weight: Int) async {
        await withCheckedContinuation { continuation in
            // Asked in here: a slot may have been given back since the call.
            guard free >= weight else { return waiting.append((weight, continuation)) }
            free -= weight
            continuation.resume()
        }
    }

    func giveBack(_ weight: Int) {
        free += weight
        while let next = waiting.firstIndex(where: { $0.weight <= free }) {
            let test = waiting.remove(at: next)
            free -= test.weight
            test.continuation.resume()
        }
    }
}
