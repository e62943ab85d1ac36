internal import GLibLoop
internal import Gst
internal import PlayerCore

/// What the engine waits for; each has at most one timer.
enum EngineTimer: Hashable {
    /// The first sample of the item that has joined.
    case handOver
    /// The end of the current item, before which the sinks receive the end of stream.
    case drain
    /// The next tags are heard.
    case tags
    /// The current item is not held back any longer.
    case patience
    /// The output waits for a source that has begun to refill.
    case stall
    /// The turn of the next part of the item is near.
    case nextPart
    /// The next report of how far the current item is loaded.
    case buffered
    /// Memory that is not in use is given back.
    case rest
    /// A lost output is tried again.
    case outputRetry
    /// A lost server is tried again.
    case reconnection
    /// A part is reached that the server does not have.
    case missingPart
    /// The devices are not waited for any longer.
    case deviceList
    /// Devices are not monitored any longer.
    case deviceWatch
}

extension PlaybackEngine {
    /// Sets the timer of a purpose, in place of the one before.
    ///
    /// - Parameters:
    ///   - moment: in microseconds of the monotonic clock.
    ///   - origin: the function that a `LoopWatch` names.
    func set(_ timer: EngineTimer, at moment: Int64, origin: StaticString = #function) {
        timers[timer] = LoopSource.timer(on: MediaActor.loop, at: moment, origin: origin) { [weak self] in
            MediaActor.assumeIsolated { self?.ring(timer) }
        }
    }

    /// - Parameter microseconds: from now.
    func set(_ timer: EngineTimer, after microseconds: Int64, origin: StaticString = #function) {
        set(timer, at: MonotonicClock.microseconds + microseconds, origin: origin)
    }

    /// Sets a timer for a running time of the output, in nanoseconds.
    func set(_ timer: EngineTimer, at running: Int64, of output: OutputPipeline, origin: StaticString = #function) {
        let moment = output.baseTime + MediaTime(nanoseconds: running)
        set(timer, at: moment.nanoseconds / 1000, origin: origin)
    }

    private func ring(_ timer: EngineTimer) {
        timers[timer] = nil
        switch timer {
        case .handOver: handedOver()
        case .drain: lookAtEnd()
        case .tags: tagsHeard()
        case .patience: stopWaiting()
        case .stall: tellBuffering()
        case .nextPart: prepareContinuation()
        case .buffered: watchBuffer(true)
        case .rest: OffLoop.returnFreeMemory()
        case .outputRetry: follow(.retryDue)
        case .reconnection: tryAgain()
        case .missingPart: lookAtMissingPart()
        case .deviceList: devicesListed()
        case .deviceWatch: endDeviceWatch()
        }
    }
}
