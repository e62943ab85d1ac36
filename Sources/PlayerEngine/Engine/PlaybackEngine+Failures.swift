internal import Gst
internal import PlayerCore

/// The effects of a failed item on other items.
extension PlaybackEngine {
    func failed(_ item: ItemPipeline, _ fault: PlaybackFault) {
        if leavesOutPart(item) || beginsWithNextPart(item, fault) || triesVariant(item, after: fault)
            || triesDecoder(item, after: fault)
        {
            return
        }
        // Where no decoder is left, what the best one said is the reason. One that has put out something is not refused.
        let isHeard = item.branches.values.contains(where: \.gate.hasPassed)
        let fault = isHeard ? fault : item.attempts.decoders.fault ?? fault
        if item.attempts.hasRefusedSeek, item.seeking.isAllowed, item === next {
            if air.carries(item) { takeBack(item) }
            next = makeWithoutSeeking(item)
            item.retire()
        } else if item === next {
            if air.carries(item) { takeBack(item) }
            next = nil
            item.retire()
            report(fault, of: item)
            if let current, current.isDrained { currentDrained() }
        } else if item.attempts.hasRefusedSeek, item.seeking.isAllowed, seeks.isRunning || !air.hasStarted {
            beginAgain(item)
        } else if !recoversFromSilence(item), !recoversFromLostOutput(item, fault), !recoversFromChoice(item, fault),
            !reconnects(item, after: fault)
        {
            cutCurrent()
            report(fault, of: item)
        }
    }

    /// Reports a fault. `souphttpsrc` (1.22) does not say whether the name of a server was not found, which people mistype.
    private func report(_ fault: PlaybackFault, of item: ItemPipeline) {
        let (generation, uri) = (item.generation, item.uri)
        guard fault.code == .sourceUnreachable, item.isNetwork, let host = SourceFailure.host(of: uri) else {
            return tell(.failed(generation, fault))
        }
        reader.door.ask(for: host) { [tell] isKnown in
            tell(.failed(generation, isKnown ? fault : Faults.fault(for: .noServer(uri), debug: fault.debug)))
        }
    }

    /// Plays an item again from its start, without seeking, because its server does not support ranges although it
    /// did not report that. The connection was lost with the refused seek.
    func beginAgain(_ item: ItemPipeline) {
        if let linked = air.item {
            output?.detach(linked, flushing: true)
            if linked === next { linked.reposition(to: linked.request.start) }
            air.leave()
        }
        retireContinuation()
        let refused = seeks.end()
        air.losePosition()
        current = makeWithoutSeeking(item)
        item.retire()
        log(.info, "\(item.uri): the server does not support byte ranges: playing from the start")
        if let refused {
            let sentence = "The server does not support byte ranges: this item plays from its start, without seeking."
            tell(.seekFailed(item.generation, refused.id, sentence))
        }
        tell(.anchored(item.generation, .standing(at: .zero)))
    }

    /// Whether the item has ended without any data after the seek that set its rate: the whole file had arrived before,
    /// and its server does not send it twice without byte ranges.
    func endedInsteadOfSeeking(_ item: ItemPipeline) -> Bool {
        item.isNetwork && !air.hasStarted && item.edits.rate != 1 && item.seeking.hasSought
            && item.request.start == .zero
            && item.seeking.isAllowed
            && !item.branches.values.contains(where: \.gate.hasPassed)
    }

    /// Makes a new pipeline of the item from its start that never seeks.
    private func makeWithoutSeeking(_ item: ItemPipeline) -> ItemPipeline? {
        let made = makeItem(
            item.generation,
            ItemRequest(
                uri: item.request.uri, of: item.request.list, parts: item.request.parts,
                start: item.edits.place?.start ?? .zero, isHeld: item.request.isHeld),
            attempt: 1, allowsSeeking: false)
        made?.takeTracks(from: item)
        return made
    }
}
