/// Exports: the files made from items, their order and their progress.
struct Exports: CommandedFeature, ListeningFeature {
    /// How many ended exports are kept for clients that ask later.
    static let kept = 100
    /// How many exports may wait and run.
    static let limit = 1_000

    private var queue = ExportQueue()
    private var cancelled: Set<UInt32> = []
    private var lastNumber: UInt32 = 0
    /// The published exports.
    private var snapshot = ExportSnapshot()

    mutating func handle(
        _ command: PlayerCommand.Exports, _ scene: Scene, _ requests: inout Requests
    ) -> Result<CommandReply, CommandRefusal> {
        switch command {
        case .add(let order):
            guard snapshot.jobs.values.count(where: { !$0.hasEnded }) < Self.limit else {
                return .failure(.notPossible("Too many exports are waiting: try again when some have finished."))
            }
            if scene.items.contains(where: { $0.description.uri == order.uri && !$0.description.parts.isEmpty }) {
                return .failure(
                    .notPossible("An item of several files cannot be exported: play one of its files, and export that.")
                )
            }
            if let other = snapshot.jobs.first(where: { !$0.value.hasEnded && $0.value.order.path == order.path }) {
                let wayOut = "choose another name, or cancel it first"
                return .failure(.notPossible("Export \(other.key) is to become \(order.path): \(wayOut)."))
            }
            forgetOld()
            lastNumber += 1
            snapshot.jobs[lastNumber] = ExportJob(order)
            take(queue.add(lastNumber), &requests)
            return .success(.ticket(lastNumber))
        case .cancel(let number):
            guard snapshot.jobs[number] != nil else { return .failure(.notFound("There is no export \(number).")) }
            take(queue.cancel(number), &requests)
        case .cancelAll: take(queue.stopAll(), &requests)
        }
        return .success(.done)
    }

    /// Takes in the report of a worker.
    mutating func hear(_ event: PlayerEvent, _ scene: Scene, _ requests: inout Requests) {
        guard case .exports(let event) = event else { return }
        switch event {
        case .started(let number):
            if snapshot.jobs[number]?.status == .waiting { snapshot.jobs[number]?.status = .exporting }
        case .reported(let number, let report): snapshot.jobs[number]?.take(report)
        case .ended(let number):
            snapshot.jobs[number]?.lost(wasCancelled: cancelled.remove(number) != nil)
            take(queue.ended(number), &requests)
        }
    }

    func describe(into published: inout Published) { published.snapshot.exports = snapshot }

    private mutating func take(_ actions: [ExportQueue.Action], _ requests: inout Requests) {
        for action in actions {
            switch action {
            case .start(let number):
                if let job = snapshot.jobs[number] { requests.perform(.export(.start(number, job.order))) }
            case .stop(let number):
                cancelled.insert(number)
                requests.perform(.export(.stop(number)))
            case .dropped(let number): snapshot.jobs[number]?.status = .cancelled
            }
        }
    }

    private mutating func forgetOld() {
        let ended = snapshot.jobs.filter { $0.value.hasEnded }.keys.sorted()
        for number in ended.dropLast(Self.kept - 1) { snapshot.jobs[number] = nil }
    }
}
