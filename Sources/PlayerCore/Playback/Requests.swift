/// All that a feature can do: what it asks of playback, tells clients, and has done by a port. Carried out in order.
struct Requests: Sendable {
    /// Why a feature moves the position.
    enum SeekReason: Hashable, Sendable {
        /// Somebody jumps: over what has to be seen first it leads there.
        case person
        /// To the end of what is skipped; where that is the item's end, to what comes after the item.
        case skip
        /// It follows from something else.
        case rule
    }

    enum Request: Sendable {
        case seek(MediaTime, SeekReason)
        /// Through the one door, as if it had come from outside.
        case command(PlayerCommand, CommandOrigin)
        /// What was proposed is current from now on.
        case accept(QueueItem, isUnasked: Bool)
        case goOnAfterEnd
        case goBack(ItemID, MediaTime)
        case previewChanged
        case startWhereLeft(Generation, Recollection)
        case startAtBeginning
        case setRate(Double)
        case remember(ItemID, RememberedItem)
        case picture(ImageSource)
        case effect(PlayerEffect)
        case notice(PlayerNotice)
        case remark(String)
        /// The sleep timer is over: playback pauses, and everybody is told.
        case fallAsleep
        case settleAgain
    }

    private(set) var all: [Request] = []
    /// Of the next item that is reserved.
    private(set) var nextID: UInt64

    init(nextID: UInt64) { self.nextID = nextID }

    /// An item with an id of its own that is in no queue yet.
    mutating func reserve(_ description: MediaDescription) -> QueueItem {
        defer { nextID += 1 }
        return QueueItem(id: ItemID(rawValue: nextID), description: description)
    }

    mutating func seek(to target: MediaTime, _ reason: SeekReason) { all.append(.seek(target, reason)) }
    /// Changes what is said of an entry of the queue, so that the queue gives it back and nothing is lost.
    mutating func describe(_ item: QueueItem, _ fields: MediaDetails.Fields) {
        let description = MediaDescription(uri: item.description.uri, details: MediaDetails(fields))
        take(.setDescription(item.id, description), from: .program)
    }
    mutating func take(_ command: PlayerCommand, from origin: CommandOrigin) { all.append(.command(command, origin)) }
    mutating func accept(_ item: QueueItem, isUnasked: Bool) { all.append(.accept(item, isUnasked: isUnasked)) }
    /// What comes after the item that is over plays after all.
    mutating func goOnAfterEnd() { all.append(.goOnAfterEnd) }
    /// To an item and position where somebody was, to wait there.
    mutating func goBack(to id: ItemID, at position: MediaTime) { all.append(.goBack(id, position)) }
    /// What is tried out is something else now.
    mutating func previewChanged() { all.append(.previewChanged) }
    mutating func startWhereLeft(_ generation: Generation, _ recollection: Recollection) {
        all.append(.startWhereLeft(generation, recollection))
    }
    mutating func startAtBeginning() { all.append(.startAtBeginning) }
    /// The rate that was chosen for what plays, which nobody chose now.
    mutating func setRate(_ rate: Double) { all.append(.setRate(rate)) }
    mutating func remember(_ id: ItemID, _ item: RememberedItem) { all.append(.remember(id, item)) }
    /// Has a picture fetched, unless it is here or on its way.
    mutating func picture(_ source: ImageSource) { all.append(.picture(source)) }
    mutating func perform(_ effect: PlayerEffect) { all.append(.effect(effect)) }
    mutating func notify(_ notice: PlayerNotice) { all.append(.notice(notice)) }
    /// The sleep timer is over: playback pauses.
    mutating func fallAsleep() { all.append(.fallAsleep) }
    /// A sentence for the log.
    mutating func remark(_ sentence: String) { all.append(.remark(sentence)) }
    /// Has everything follow once more, from what was published now.
    mutating func settleAgain() { all.append(.settleAgain) }
}
