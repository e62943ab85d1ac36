public import PlayerCore

extension RangeExporter {
    /// The reason why the file cannot be made, and what to do next, as far as its name and location show; nil if
    /// there is none.
    ///
    /// Accesses the file system, which may be slow.
    public nonisolated static func refusal(of order: ExportOrder) -> String? {
        let ranges = order.stretches.compactMap(\.range)
        guard ranges.count == order.stretches.count, ExportRanges.areExportable(ranges) else {
            return
                "The requested ranges of \(order.uri) cannot be exported: each must start before it ends, and "
                + "before \(MediaTime.farthest.clock)."
        }
        if case .target = order.method {
        } else if FileFormat(path: order.path) == nil {
            return "\(order.path) has no known extension: use \(FileFormat.known)."
        }
        if order.method == .audio, !FileFormat.isForSound(order.path) {
            return "\(order.path) does not have an audio extension: use .flac, .opus, .mp3, .m4a or .mka."
        }
        if case .lines = order.method, FileFormat.isForSound(order.path) || FileFormat(path: order.path)?.muxer == nil {
            return "The preset \(order.method.preset) makes a video: use the extension .mkv, .mp4 or .webm."
        }
        return PartFile.refusal(of: order.path, overwrites: order.overwrites)
    }
}
