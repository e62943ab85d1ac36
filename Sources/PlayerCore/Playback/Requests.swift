/// The requests of a feature to playback, clients and ports, carried out in order. A feature has no other means to
/// act.
struct Requests: Sendable {
    /// Why a feature moves the position.
    enum SeekReason: Hashable, Sendable {
        /// A user jumps: to unseen interstitials and linear segments on the way first.
        case person
        /// To the end of a skipped part, or to what comes after the item if that is its end.
        case skip
        /// It follows from something else.
        case rule
    }

    enum Request: Sendable {
        case seek(MediaTime, SeekReason)
        /// Handled like a command from outside.
        case command(PlayerCommand, CommandOrigin)
        /// The proposed item becomes current.
        case accept(QueueItem, isUnasked: Bool)
        /// Playback stops, and the proposed item becomes current.
        case stopBefore(QueueItem)
        case goOnAfterEnd
        case goBack(ItemID, MediaTime)
        case previewChanged
        case startWhereLeft(Generation, Recollection)
        case goOn(Continuation)
        case startAtBeginning
        case recallSubtitles(Generation, SubtitleStyle)
        case recallAudioDelay(Generation, MediaTime)
        case setRate(Double)
        case remember(ItemID, RememberedItem)
        case rememberTitle(ItemID, ItemTitle)
        case picture(ImageSource, namedBy: String?)
        case effect(PlayerEffect)
        case notice(PlayerNotice)
        case logLine(String)
        /// The sleep timer elapsed: playback pauses, and the features are told.
        case fallAsleep
        case settleAgain
    }

    private(set) var all: [Request] = []
    /// The id of the next reserved item.
    private(set) var nextID: UInt64

    init(nextID: UInt64) { self.nextID = nextID }

    /// Returns an item with an id of its own that is not in the queue yet.
    mutating func reserve(_ description: MediaDescription) -> QueueItem {
        defer { nextID += 1 }
        return QueueItem(id: ItemID(rawValue: nextID), description: description)
    }

    mutating func seek(to target: MediaTime, _ reason: SeekReason) { all.append(.seek(target, reason)) }
    /// Changes the description of an entry of the queue, so that the queue stores and returns it.
    mutating func describe(_ item: QueueItem, _ fields: MediaDetails.Fields) {
        let description = MediaDescription(uri: item.description.uri, details: MediaDetails(fields))
        take(.setDescription(item.id, description), from: .program)
    }
    mutating func take(_ command: PlayerCommand, from origin: CommandOrigin) { all.append(.command(command, origin)) }
    mutating func accept(_ item: QueueItem, isUnasked: Bool) { all.append(.accept(item, isUnasked: isUnasked)) }
    /// Stops, and makes an item the one that Play begins.
    mutating func stop(before item: QueueItem) { all.append(.stopBefore(item)) }
    /// Plays what comes after the item that is over.
    mutating func goOnAfterEnd() { all.append(.goOnAfterEnd) }
    /// Goes to an item and an earlier position, and pauses there.
    mutating func goBack(to id: ItemID, at position: MediaTime) { all.append(.goBack(id, position)) }
    /// The points that are being tried out changed.
    mutating func previewChanged() { all.append(.previewChanged) }
    mutating func startWhereLeft(_ generation: Generation, _ recollection: Recollection) {
        all.append(.startWhereLeft(generation, recollection))
    }
    /// Gives an item the style of subtitles that was chosen for it earlier.
    mutating func recallSubtitles(_ generation: Generation, _ style: SubtitleStyle) {
        all.append(.recallSubtitles(generation, style))
    }
    /// Gives an item the delay of the sound that was chosen for it earlier.
    mutating func recallAudioDelay(_ generation: Generation, _ delay: MediaTime) {
        all.append(.recallAudioDelay(generation, delay))
    }
    /// Goes to the item with which the queue goes on.
    mutating func goOn(_ continuation: Continuation) { all.append(.goOn(continuation)) }
    mutating func startAtBeginning() { all.append(.startAtBeginning) }
    /// Applies a rate that was chosen earlier, without counting it as a choice.
    mutating func setRate(_ rate: Double) { all.append(.setRate(rate)) }
    mutating func remember(_ id: ItemID, _ item: RememberedItem) { all.append(.remember(id, item)) }
    mutating func remember(_ id: ItemID, _ title: ItemTitle) { all.append(.rememberTitle(id, title)) }
    /// Has a picture fetched, unless it is available or being fetched.
    mutating func picture(_ source: ImageSource, namedBy origin: String?) {
        all.append(.picture(source, namedBy: origin))
    }
    mutating func perform(_ effect: PlayerEffect) { all.append(.effect(effect)) }
    mutating func notify(_ notice: PlayerNotice) { all.append(.notice(notice)) }
    /// The sleep timer elapsed: playback pauses.
    mutating func fallAsleep() { all.append(.fallAsleep) }
    /// Adds a sentence to the log.
    mutating func logLine(_ sentence: String) { all.append(.logLine(sentence)) }
    /// Has all features follow again, because of what was published now.
    mutating func settleAgain() { all.append(.settleAgain) }
}
