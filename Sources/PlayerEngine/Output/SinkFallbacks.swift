internal import Gst

/// The sinks to try, best first, for a configuration and an environment.
///
/// Never `auto*sink`: without a display `autovideosink` tries DirectFB, which crashes the process
/// (docs/architecture.md, rule 14).
struct SinkFallbacks {
    /// A sink to try.
    struct Choice: Hashable, Sendable {
        /// The name for people: `pulsesink`, `none`, a bin description.
        var name: String
        /// The `gst-launch` description of the sink.
        var description: String
    }

    /// The output without a device: silent or blind, but in real time.
    private static let none = (
        audio: Choice(name: "none", description: "fakeaudiosink sync=true"),
        video: Choice(name: "none", description: "fakevideosink sync=true")
    )

    let choices: [Choice]

    /// - Parameter devices: the present devices, apart from PulseAudio servers, whose absence is detected as soon as
    ///   the sink is opened.
    static func audio(_ configured: String, devices: SoundDevices) -> SinkFallbacks {
        switch configured {
        case "none": SinkFallbacks(choices: [none.audio])
        case _ where isAutomatic(configured):
            SinkFallbacks(
                choices: audioCandidates(devices).map { Choice(name: $0, description: tuned($0)) } + [none.audio])
        default: SinkFallbacks(choices: [Choice(name: configured, description: tuned(configured))])
        }
    }

    /// Whether the present devices determine the sink.
    static func isAutomatic(_ configured: String) -> Bool { configured == "auto" || configured.isEmpty }

    static func video(_ configured: String, environment: [String: String]) -> SinkFallbacks {
        switch configured {
        case "none": return SinkFallbacks(choices: [none.video])
        case _ where isAutomatic(configured):
            var names: [String] = []
            // Sinks with mediad's own window come first: the window of waylandsink cannot be hidden, named, or clicked.
            if isSet("DISPLAY", environment) { names += ["xvimagesink", "ximagesink"] }
            if isSet("WAYLAND_DISPLAY", environment) { names.append("waylandsink") }
            return SinkFallbacks(choices: names.map { Choice(name: $0, description: $0) } + [none.video])
        default: return SinkFallbacks(choices: [Choice(name: configured, description: configured)])
        }
    }

    /// The output of a kind without a device.
    static func fallback(_ kind: StreamKind) -> SinkFallbacks {
        switch kind {
        case .audio: SinkFallbacks(choices: [none.audio])
        case .video: SinkFallbacks(choices: [none.video])
        }
    }

    private static func audioCandidates(_ devices: SoundDevices) -> [String] {
        var names = ["pulsesink"]
        // Without its socket, pipewiresink waits for a server forever.
        if devices.hasPipeWire { names.append("pipewiresink") }
        if devices.hasALSA { names.append("alsasink") }
        return names.filter(Gst.hasElement)
    }

    /// The description of a sink with the properties that mediad sets.
    ///
    /// A longer buffer wakes the machine less often than the default of 200 ms: measured with pulsesink, 51 instead
    /// of 106 context switches per second and a third less CPU. A pause or a seek drops it immediately; a change of
    /// volume is delayed by it.
    ///
    /// Servers ask streams with a role to pause for a phone call (PulseAudio's module-role-cork).
    ///
    /// PulseAudio gets one channel as two, as it would play it: a stream in mono would have to end for the first sound in
    /// stereo.
    ///
    /// PipeWire 0.3.65's own sink connects once, with the first format, and plays all later formats as if they were
    /// the same. Therefore it gets the format of PipeWire's graph from the start. Its buffer pool runs dry after an
    /// element that converts, which is a critical error in GStreamer. Therefore other elements do not use the pool.
    private static func tuned(_ name: String) -> String {
        switch name {
        case "pulsesink":
            "capsfilter caps=audio/x-raw,channels=[2,2147483647] ! "
                + "pulsesink client-name=mediad buffer-time=400000 latency-time=20000 "
                + "stream-properties=props,media.role=music"
        case "alsasink": "alsasink buffer-time=400000 latency-time=20000"
        case "pipewiresink":
            "capsfilter caps=audio/x-raw,format=F32LE,rate=48000,channels=2 ! identity drop-allocation=true "
                + "! pipewiresink client-name=mediad"
        default: name
        }
    }

    private static func isSet(_ name: String, _ environment: [String: String]) -> Bool {
        environment[name].map { !$0.isEmpty } ?? false
    }
}
