/// Contextual actions: clients offer them to people for a part of an item.
struct Actions: CommandedFeature {
    /// The maximum number of actions of all clients together.
    static let mostActions = 100

    /// The actions that a client offers for an item.
    private struct Offer: Sendable {
        var client: String
        var item: ItemID
        var actions: [ClientAction]
    }

    private var offers: [Offer] = []
    private var snapshot = ActionSnapshot()

    mutating func handle(
        _ command: PlayerCommand.Actions, _ scene: Scene, _ requests: inout Requests
    ) -> Result<CommandReply, CommandRefusal> {
        switch command {
        case .set(let actions, let client): return set(actions, client, scene)
        case .withdraw(let client): offers.removeAll { $0.client == client }
        case .invoke(ContinuationOffer.action):
            guard let offer = scene.published.continuation,
                snapshot.offered.contains(where: { $0.isVisible && $0.isOwn })
            else { return .failure(.notPossible("This action is not offered at this position.")) }
            requests.goOn(offer.continuation)
        case .invoke(let id):
            guard let offered = snapshot.offered.first(where: { $0.action.id == id }) else {
                return .failure(.notFound("No client offers an action with this id for the current item."))
            }
            guard offered.isVisible else {
                return .failure(.notPossible("This action is not offered at this position."))
            }
            requests.notify(.actions(.invoked(id)))
        }
        return .success(.done)
    }

    /// Removes actions with their item. Actions of an item that an interstitial interrupts wait until it resumes.
    mutating func follow(_ scene: Scene, _ requests: inout Requests) {
        offers.removeAll { $0.item != scene.item?.id && $0.item != scene.mainItem?.id }
        let own = scene.published.continuation.flatMap { $0.playing == scene.item?.id ? action(for: $0, scene) : nil }
        guard let item = scene.item?.id, !offers.isEmpty || own != nil else {
            if !snapshot.offered.isEmpty { snapshot.offered = [] }
            return
        }
        let position = isUnderWay(scene) ? scene.position : nil
        snapshot.offered = offers.lazy.filter { $0.item == item }.flatMap { offer in
            offer.actions.map { action in
                ActionSnapshot.Offered(
                    action, owner: offer.client, isVisible: position.map { action.contains($0) } ?? false)
            }
        }
        if let own {
            snapshot.offered.append(
                ActionSnapshot.Offered(own, owner: "", isVisible: position.map { own.contains($0) } ?? false))
        }
    }

    /// The player's own action: to go on where the queue was left.
    private func action(for offer: ContinuationOffer, _ scene: Scene) -> ClientAction? {
        guard let index = scene.index(of: offer.continuation.item) else { return nil }
        let title = scene.memory.metadata(of: scene.items[index]).title
        let time = offer.continuation.recollection.map {
            " · " + ClockTime.text($0.resume.position.nanoseconds / 1_000_000_000)
        }
        return ClientAction(
            id: ContinuationOffer.action,
            title: "\(Words.text(.resume, scene.settings.language)): \(title)\(time ?? "")".cut(
                toBytes: ClientAction.longestTitle),
            to: ContinuationOffer.lasts)
    }

    /// While the position moves: when the next action appears or disappears.
    func wakesAt(_ scene: Scene) -> MonotonicTime? {
        guard !snapshot.offered.isEmpty, isUnderWay(scene) else { return nil }
        let here = scene.position
        return snapshot.offered.lazy.flatMap { [$0.action.from, $0.action.to].compactMap(\.self) }
            .filter { $0 > here }.min().flatMap { scene.moment(of: $0) }
    }

    func describe(into published: inout Published) { published.snapshot.actions = snapshot }

    /// Whether the item has started, so that its actions can be invoked.
    private func isUnderWay(_ scene: Scene) -> Bool { scene.generation != nil && scene.startedAt != nil }

    /// Refuses an id that another client uses for this item, because invoking it would reach both clients.
    private mutating func set(
        _ actions: [ClientAction], _ client: String, _ scene: Scene
    ) -> Result<CommandReply, CommandRefusal> {
        guard let item = scene.item?.id else {
            return .failure(.notPossible("The queue is empty; add an item first."))
        }
        let index = offers.firstIndex { $0.client == client && $0.item == item }
        var others = offers
        if let index { others.remove(at: index) }
        guard others.reduce(actions.count, { $0 + $1.actions.count }) <= Self.mostActions else {
            return .failure(.notPossible("Clients offer \(Self.mostActions) actions at most; there are too many."))
        }
        var ids = Set(others.filter { $0.item == item }.flatMap(\.actions).map(\.id))
        for action in actions where !ids.insert(action.id).inserted {
            return .failure(.invalid("'\(action.id)' is the id of another action; choose one that nobody has."))
        }
        if let index {
            offers[index].actions = actions
        } else if !actions.isEmpty {
            offers.append(Offer(client: client, item: item, actions: actions))
        }
        offers.removeAll { $0.actions.isEmpty }
        return .success(.done)
    }
}
