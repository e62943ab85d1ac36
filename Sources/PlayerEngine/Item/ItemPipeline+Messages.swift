internal import Gst
internal import PlayerCore

/// The messages of the item's pipeline.
extension ItemPipeline {
    func handle(_ message: PipelineMessage) {
        switch message.content {
        case .error(let error):
            log(.debug, "item \(generation.rawValue): \(error.message) [\(error.debug ?? "")]")
            if phase == .ready, isLinked, error.isOfNothing { return }
            attempts.refusedRequest = error.refusedRequest
            let mayBeSilent = error.isOfStream && phase != .ready
            attempts.decoders.failed = error.refusingDecoder ?? (mayBeSilent ? source.silentDecoder : nil)
            // GST_RESOURCE_ERROR_SEEK
            attempts.hasRefusedSeek = error.domain == .resource && error.code == 11
            let fault = Faults.fault(for: error, uri: uri, missing: attempts.missingPlugins)
            let needsRanges = !seeking.isAllowed && phase == .opening && fault.code == .sourceUnreachable
            fail(needsRanges ? Faults.noRanges(uri, debug: fault.debug) : fault)
        case .warning(let warning):
            log(.debug, "item \(generation.rawValue): \(warning.message)")
        case .missingPlugin(let description, let detail):
            attempts.missingPlugins.append(description)
            log(.info, "missing plugin: \(description) [\(detail)]")
        case .buffering(let percent, let isLive):
            guard !isLive, !self.isLive else { return }
            supply.percent = Int(percent)
            owner(self, .buffering(percent: Int(percent)))
        case .durationChanged:
            updateLength()
            owner(self, .durationChanged)
        case .frameDropped:
            owner(self, .frameDropped)
        case .latencyChanged:
            pipeline.recalculateLatency()
        case .clockLost:
            if isLive {
                pipeline.setState(.paused)
                pipeline.setState(.playing)
            }
        case .redirect(let location):
            let sentence = "This item has moved to \(location): open that instead."
            fail(PlaybackFault(.sourceUnsupported, sentence, debug: location))
        case .partLoaded(let demuxer, let manifest, let uri):
            folding.ignoresDates = true
            owner(self, .partLoaded(Part(demuxer: demuxer, manifest: manifest, uri: uri)))
        case .endOfStream, .asyncDone, .stateChanged, .childEndOfStream, .stateRequested:
            break
        }
    }
}
