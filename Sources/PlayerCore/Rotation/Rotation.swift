/// Turns the picture of an item by hand, beside what its file says.
struct Rotation: CommandedFeature {
    /// Quarters clockwise, of the items whose picture is turned.
    private var turns: [ItemID: Int] = [:]
    /// What the engine was told of its items.
    private var lastSent: [Generation: Int] = [:]
    private var degrees = 0

    /// - Parameter degrees: 0, 90, 180 or 270 clockwise.
    mutating func handle(
        _ degrees: Int, _ scene: Scene, _ requests: inout Requests
    ) -> Result<CommandReply, CommandRefusal> {
        guard [0, 90, 180, 270].contains(degrees) else {
            return .failure(.invalid("A picture is turned by 0, 90, 180 or 270 degrees."))
        }
        guard let item = scene.item, scene.generation != nil, scene.facts.hasVideo else {
            return .failure(.notPossible("There is no picture to turn: play a video first."))
        }
        turns[item.id] = degrees == 0 ? nil : degrees / 90
        return .success(.done)
    }

    mutating func follow(_ scene: Scene, _ requests: inout Requests) {
        lastSent = lastSent.filter { scene.itemID(of: $0.key) != nil }
        if !turns.isEmpty { turns = turns.filter { scene.isInQueue($0.key) || $0.key == scene.item?.id } }
        tell(scene.generation, scene.item?.id, &requests)
        if let preload = scene.preloadGeneration {
            tell(preload.generation, scene.itemID(of: preload.generation), &requests)
        }
        degrees = 90 * (scene.item.flatMap { turns[$0.id] } ?? 0)
    }

    func describe(into published: inout Published) { published.snapshot.rotation = degrees }

    private mutating func tell(_ generation: Generation?, _ item: ItemID?, _ requests: inout Requests) {
        guard let generation, let item else { return }
        let quarters = turns[item] ?? 0
        guard lastSent[generation] ?? 0 != quarters else { return }
        lastSent[generation] = quarters
        requests.perform(.engine(.turnPicture(generation, quarters: quarters)))
    }
}
