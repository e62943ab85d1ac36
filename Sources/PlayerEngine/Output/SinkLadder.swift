internal import Gst

/// Which sinks to try, best first, for a configuration and an environment.
///
/// Never `auto*sink`: with no display `autovideosink` ends in DirectFB and crashes the process (docs/architecture.md,
/// rule 14).
struct SinkLadder {
    /// One thing to try.
    struct Rung: Hashable, Sendable {
        /// As people name it: `pulsesink`, `none`, a bin description.
        var name: String
        /// `gst-launch` text that makes it.
        var description: String
    }

    /// What an output without a device is: silent or blind, but in real time.
    private static let none = (
        audio: Rung(name: "none", description: "fakeaudiosink sync=true"),
        video: Rung(name: "none", description: "fakevideosink sync=true")
    )

    let rungs: [Rung]

    /// - Parameter devices: that are there, beside PulseAudio's servers, which answer at once when they are not.
    static func audio(_ configured: String, devices: SoundDevices) -> SinkLadder {
        switch configured {
        case "none": SinkLadder(rungs: [none.audio])
        case _ where isAutomatic(configured):
            SinkLadder(
                rungs: audioCandidates(devices).map { Rung(name: $0, description: tuned($0)) } + [none.audio])
        default: SinkLadder(rungs: [Rung(name: configured, description: tuned(configured))])
        }
    }

    /// Whether the devices that are there decide.
    static func isAutomatic(_ configured: String) -> Bool { configured == "auto" || configured.isEmpty }

    static func video(_ configured: String, environment: [String: String]) -> SinkLadder {
        switch configured {
        case "none": return SinkLadder(rungs: [none.video])
        case _ where isAutomatic(configured):
            var names: [String] = []
            // A window of ours comes first: waylandsink's cannot be hidden, named, or clicked in.
            if isSet("DISPLAY", environment) { names += ["xvimagesink", "ximagesink"] }
            if isSet("WAYLAND_DISPLAY", environment) { names.append("waylandsink") }
            return SinkLadder(rungs: names.map { Rung(name: $0, description: $0) } + [none.video])
        default: return SinkLadder(rungs: [Rung(name: configured, description: configured)])
        }
    }

    private static func audioCandidates(_ devices: SoundDevices) -> [String] {
        var names = ["pulsesink"]
        // Without its socket pipewiresink waits for a server that will not come.
        if devices.hasPipeWire { names.append("pipewiresink") }
        if devices.hasALSA { names.append("alsasink") }
        return names.filter(Gst.hasElement)
    }

    /// The description of a sink with the properties that mediad gives it.
    ///
    /// A longer buffer wakes the machine less often than the default 200 ms: measured with pulsesink, 51 instead of 106
    /// context switches a second and a third less CPU. A pause or a seek throws it away at once; a change of volume is
    /// heard after it.
    ///
    /// PipeWire 0.3.65's own sink connects once, with the first format, and plays every later one as if it were that:
    /// it gets the format of PipeWire's graph from the start. Its buffer pool runs dry under an element that converts, which
    /// is a critical error of GStreamer's: nobody is told of the pool.
    private static func tuned(_ name: String) -> String {
        switch name {
        case "pulsesink": "pulsesink client-name=mediad buffer-time=400000 latency-time=20000"
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
