internal import Gst
internal import PlayerCore

/// The decoders that have refused an item before it was heard or seen: the next one by rank is tried.
struct RefusedDecoders {
    /// More decoders of one format are not installed anywhere.
    static let most = 8

    /// The factories of those that were tried.
    private(set) var tried: [String] = []
    /// What the first one, which has the highest rank, said.
    private(set) var fault: PlaybackFault?
    /// The factory of the one that has failed this pipeline.
    var failed: String?

    /// With the one that has failed; nil if none has, or if it was tried before.
    func adding(_ fault: PlaybackFault) -> RefusedDecoders? {
        guard let failed, !tried.contains(failed), tried.count < Self.most else { return nil }
        var more = RefusedDecoders()
        more.tried = tried + [failed]
        more.fault = self.fault ?? fault
        return more
    }
}

extension PlaybackEngine {
    /// Handles a decoder that fails before the item is heard or seen. Returns whether another one is tried.
    func triesDecoder(_ item: ItemPipeline, after fault: PlaybackFault) -> Bool {
        guard item === current || item === next, !item.branches.values.contains(where: \.gate.hasPassed),
            let refused = item.decoders.adding(fault)
        else { return false }
        let name = refused.tried.last ?? ""
        log(.info, "\(item.request.uri): \(name) does not decode it; the next decoder is tried [\(fault.debug ?? "")]")
        item.decoders = refused
        // An item may be on the air before its decoder has put out anything: the end of its data is a beginning, too.
        openAgain(item, playing: item.branches.isEmpty ? item.choice : item.currentChoice)
        return true
    }
}
