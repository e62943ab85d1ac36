internal import Gst
internal import PlayerCore

/// What was tried to open an item, and what has refused it.
struct ItemAttempts {
    /// How often the item was stuck before.
    var number = 0
    /// The address that is played instead of the item's own: a variant of its stream.
    var variant: String?
    /// The variants that were tried.
    var variants: [String] = []
    /// The decoders that have refused it.
    var decoders = RefusedDecoders()
    var missingPlugins: [String] = []
    /// The request of the demuxer that failed this pipeline.
    var refusedRequest: RefusedRequest?
    /// Whether this pipeline failed because its server refused a seek.
    var hasRefusedSeek = false

    /// For another pipeline of the item.
    func again(_ number: Int, variant: String? = nil) -> ItemAttempts {
        ItemAttempts(number: number, variant: variant ?? self.variant, variants: variants, decoders: decoders)
    }
}

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
            let refused = item.attempts.decoders.adding(fault)
        else { return false }
        let name = refused.tried.last ?? ""
        log(.info, "\(item.uri): \(name) does not decode it; the next decoder is tried [\(fault.debug ?? "")]")
        item.attempts.decoders = refused
        // An item may be on the air before its decoder has put out anything: the end of its data is a beginning, too.
        openAgain(item, playing: item.branches.isEmpty ? item.tracks.decision.choice : item.currentChoice)
        return true
    }
}
