internal import Gst
internal import GstWorkarounds
internal import PlayerCore

/// How the data of an item is changed on its way to the output.
struct ItemEdits {
    /// The rate that the data is prepared for.
    var rate: Double
    /// The part of the item that is opened; nil if the item is a single file.
    var place: PartPlace?
    /// The cuts from here on, by start.
    var cuts: [Cut] = []
    /// The next cut, if it begins in what is opened.
    var cut: Cut? {
        guard let cut = cuts.first, let next = place?.next else { return cuts.first }
        return cut.start < next ? cut : nil
    }
    /// The stretches with silence, or with a frozen frame.
    var blanks: [StreamKind: [Range<Int64>]] = [:]
    /// The gain of the audio.
    var gain = SoundGain.none
    /// The format that the audio is converted to; nil: it is not converted.
    var keptFormat: SoundFormat?
    /// The length according to the container so far, in nanoseconds.
    var length: Int64?
}

/// The edits of the item: cuts, silence and blanks.
extension ItemPipeline {
    func edit() { for branch in branches.values { edit(branch) } }

    /// Whether sound behind a position was stretched already: scaletempo mixes it with the sound before the position.
    func hasStretched(past position: MediaTime?) -> Bool {
        guard edits.rate != 1, let position, let taken = branches[.audio]?.tempoGuard?.taken else { return false }
        return taken > position.nanoseconds
    }

    /// What plays until the flush of a seek ends where it did, although ``edits`` are those of the target.
    func keepEndUntilFlush() { for branch in branches.values { branch.gate.keepEndUntilFlush() } }

    /// The seek was not sent: ``edits`` hold at once.
    func dropKeptEnd() { for branch in branches.values { branch.gate.dropKeptEnd() } }

    func updateLength() {
        edits.length = duration?.nanoseconds
        expectEnd()
    }

    func edit(_ branch: StreamBranch) {
        let blanks = edits.blanks[branch.kind] ?? []
        branch.gate.edit(
            StreamEdits(
                end: edits.cut?.start.nanoseconds, blanks: blanks, length: edits.length,
                gain: SampleGain(decibels: edits.gain.decibels, isLimited: edits.gain.isLimited)))
        let behind = edits.cut.map { [$0.start.nanoseconds..<Int64.max / 2] } ?? []
        branch.tempoGuard?.silence(edits.rate == 1 ? [] : blanks + behind)
    }
}
