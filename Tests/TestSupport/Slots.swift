/// How much runs at a time, first come first served: two tests that play in real time, or more that wait.
actor Slots {
    static let count = 4
    static let shared = Slots()

    private var free = Slots.count
    private var waiting: [(weight: Int, continuation: CheckedContinuation<Void, Never>)] = []

    func take(_ weight: Int) async {
        if waiting.isEmpty, free >= weight {
            free -= weight
            return
        }
        await withCheckedContinuation { waiting.append((weight, $0)) }
    }

    func giveBack(_ weight: Int) {
        free += weight
        while let first = waiting.first, free >= first.weight {
            free -= first.weight
            waiting.removeFirst()
            first.continuation.resume()
        }
    }
}
