import DBusKit
import Glibc
import PlayerCore

/// Calls that concern the current item.
extension DaemonConnection {
    /// How long a command waits for an item to start: a file on this machine either plays or fails, even on a busy machine.
    private static let (filePatience, patience) = (Duration.seconds(5), Duration.seconds(1))

    /// Calls a method that concerns the current item. While playback is stopped, a refusal is reported as
    /// ``Failure/nothingPlays``: the properties of an item are not known before it plays.
    @discardableResult
    func callOnItem(
        _ interface: DaemonInterface, _ member: String, _ arguments: [DBusValue] = [], timeout: Duration = .seconds(25)
    ) throws(Failure) -> [DBusValue] {
        do throws(Failure) {
            return try call(interface, member, arguments, timeout: timeout)
        } catch {
            throw try explained(error)
        }
    }

    /// Returns the failure, or ``Failure/nothingPlays`` while playback is stopped.
    func explained(_ failure: Failure) throws(Failure) -> Failure {
        guard failure.status != .noDaemon, try isStopped else { return failure }
        return .nothingPlays
    }

    /// Throws ``Failure/nothingPlays`` while playback is stopped.
    func requirePlaying() throws(Failure) {
        if try isStopped { throw .nothingPlays }
    }

    /// Whether the current item is a file that is still being written.
    var isItemGrowing: Bool {
        get throws(Failure) {
            let queue = try QueueReader(self)
            guard let index = queue.currentIndex else { return false }
            return try queue.items(index + 1...index + 1).first?.fields["growing"]?.asBool ?? false
        }
    }

    private var isToPlay: Bool {
        get throws(Failure) { try property(.player, "PlaybackStatus").asString == "Playing" }
    }

    private var isStopped: Bool {
        get throws(Failure) { try property(.player, "PlaybackStatus").asString == "Stopped" }
    }

    /// Replaces the queue with items and plays them. Waits like ``waitForStart(of:)``.
    ///
    /// - Parameters:
    ///   - index: the index of the first item to play, counted from 0; nil: the first item.
    ///   - start: the position in that item; nil: from its description or the history.
    func play(
        _ items: [[String: DBusValue]], at index: UInt32? = nil, start: MediaTime? = nil
    ) throws(Failure) {
        var options: [String: DBusValue] = ["play": true]
        if let start { options["start"] = .int64(start.microseconds) }
        if let index { options["index"] = .uint32(index) }
        let former = try property(.queue, "Length").asUInt32 ?? 0
        try call(.queue, "Replace", [.propertyLists(items), .properties(options)])
        let item: ItemView?
        do {
            item = try waitForStart(of: index ?? 0, orCurrent: index == nil && start == nil)
        } catch {
            throw withWayBack(error, toQueueOf: former)
        }
        if index == nil, start == nil, let item { try sayWhereItGoesOn(item) }
        guard let start, let duration = item?.duration, start >= duration else { return }
        throw Failure(.refused, "\(DurationText(start)) is after the end of the item (\(DurationText(duration))).")
    }

    /// Plays the current item. One that was stopped begins anew: tells where it was left.
    func playCurrent() throws(Failure) {
        let wasStopped = try isStopped
        // Playing overwrites it.
        let last = wasStopped ? try? HistoryReader(self).entries(offset: 0, limit: 1).first : nil
        try call(.player, "Play")
        guard let item = try waitForStart(), wasStopped else { return }
        let position = try property(.player, "Position").asInt64 ?? 0
        if position > Self.noBeginning {
            try sayWhereItGoesOn(item)
        } else if let last, last.uri == item.fields["uri"]?.asString, let left = last.fields["resume"]?.asInt64,
            left > Self.noBeginning
        {
            let place = DurationText(MediaTime(microseconds: left))
            Output.print("begins anew; it was left at \(place): 'mediactl seek \(place)' goes on there")
        }
    }

    /// Tells how what played before comes back, if it does: a short queue only while nothing of the new one plays.
    private func withWayBack(_ failure: Failure, toQueueOf length: UInt32) -> Failure {
        guard failure.status == .refused, length > 0 else { return failure }
        let isStopped = (try? property(.player, "PlaybackStatus"))?.asString == "Stopped"
        guard isStopped || length >= FormerQueue.leastItems else { return failure }
        let end = failure.message.hasSuffix(".") ? "" : "."
        return Failure(.refused, failure.message + end + " 'mediactl queue undo' brings back what played before.")
    }

    /// An item that begins later than this was left in the middle, in microseconds.
    private static let noBeginning: Int64 = 30_000_000

    /// Tells with which item of a queue, and from where, it goes on.
    private func sayWhereItGoesOn(_ item: ItemView) throws(Failure) {
        let position = try property(.player, "Position").asInt64 ?? 0
        let place = position > Self.noBeginning ? " at \(DurationText(MediaTime(microseconds: position)))" : ""
        if item.number > 1 {
            Output.print("continues with \(item.number): \(Output.visible(item.title))\(place)")
        } else if !place.isEmpty {
            Output.print("continues\(place): \(Output.visible(item.title))")
        }
    }

    /// Waits until an item that was just started plays. Stops waiting after a second, as for a slow server, or after five for
    /// a file.
    ///
    /// - Parameters:
    ///   - index: the index in the queue, counted from 0; nil: the current item.
    ///   - orCurrent: whether mediad may go on with another item of the queue, which is waited for then.
    /// - Returns: the item; nil if there is none, or if it has not started yet.
    /// - Throws: `Failure` with the reason if the item cannot be played.
    @discardableResult
    func waitForStart(of index: UInt32? = nil, orCurrent: Bool = false) throws(Failure) -> ItemView? {
        let clock = ContinuousClock()
        let begun = clock.now
        var index = index
        while true {
            let queue = try QueueReader(self)
            index = index ?? queue.currentIndex
            guard let index, let item = try queue.items(index + 1...index + 1).first else { return nil }
            if let failure = item.failure { throw Failure(.refused, failure) }
            // While it is looked up where the queue goes on, its first item is ready, and does not play.
            let isReady = item.fields["state"]?.asString == "ready"
            let isHeld = orCurrent && isReady ? try isToPlay : false
            if item.hasStarted, !isHeld { return item }
            if orCurrent, let current = queue.currentIndex, current != index,
                let other = try queue.items(current + 1...current + 1).first, other.hasStarted
            {
                return other
            }
            let isFile = item.fields["uri"]?.asString?.hasPrefix("file:") ?? false
            guard clock.now - begun < (isFile ? Self.filePatience : Self.patience) else { return nil }
            usleep(20_000)
        }
    }
}

extension Failure {
    /// The failure of every command that needs a current item while playback is stopped.
    static let nothingPlays = Failure(.refused, "Nothing is playing: start an item first.")
}
