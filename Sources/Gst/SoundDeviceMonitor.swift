internal import CGStreamer
internal import CPulse
public import GLibLoop

/// Watches the devices of one way to sound, such as a PulseAudio server.
///
/// It has a thread and a connection of its own that sleep while nothing changes.
@MediaActor
public final class SoundDeviceMonitor {
    /// A device, as the server names it and as people do.
    public struct Device: Hashable, Sendable {
        public let id: String
        public let description: String
    }

    public enum Event: Sendable {
        /// It began, or something changed: these are there now.
        case listed([Device])
        /// This one is gone.
        case removed(String)
        /// Nothing can be watched this way.
        case failed
    }

    private final class Handler {
        let body: @MediaActor (UnsafeMutablePointer<GstMessage>) -> Void
        init(_ body: @escaping @MediaActor (UnsafeMutablePointer<GstMessage>) -> Void) { self.body = body }
    }

    /// Reference counts are atomic, and a provider locks itself.
    private struct Provider: @unchecked Sendable { let pointer: UnsafeMutablePointer<GstDeviceProvider> }

    /// The most devices that are listed, and the longest name of one.
    static let most = 256
    static let longestName = 1_024

    private let provider: Provider
    private let body: @MediaActor (Event) -> Void
    private var source: UnsafeMutablePointer<GSource>?
    private var isStarted = false
    /// Whether it is known if it is started.
    private var hasAnswered = false
    private var isStopped = false

    /// - Parameters:
    ///   - factory: the provider's, such as `pulsedeviceprovider`.
    ///   - body: called on the media loop, from when the watching began or failed.
    /// - Returns: nil where it is not installed.
    public init?(_ factory: String, _ body: @escaping @MediaActor (Event) -> Void) {
        guard let pointer = gst_device_provider_factory_get_by_name(factory) else { return nil }
        provider = Provider(pointer: pointer)
        self.body = body
        watch()
        let provider = provider
        // It connects, and the server may not answer.
        SideThread.run("devices") { [weak self] in
            let isStarted = gst_device_provider_start(provider.pointer) != 0
            MediaActor.post {
                if let self, !self.isStopped { return self.started(isStarted) }
                Self.letGo(of: provider, isStarted)
            }
            // As long as the call takes.
            withExtendedLifetime(provider) {}
        }
    }

    /// Ends the watching; nothing more is told.
    public func stop() {
        guard !isStopped else { return }
        isStopped = true
        if let source {
            g_source_destroy(source)
            g_source_unref(source)
        }
        source = nil
        if hasAnswered { Self.letGo(of: provider, isStarted) }
    }

    private static func letGo(of provider: Provider, _ isStarted: Bool) {
        SideThread.run("devices") {
            if isStarted { gst_device_provider_stop(provider.pointer) }
            gst_object_unref(provider.pointer)
        }
    }

    private func started(_ succeeded: Bool) {
        isStarted = succeeded
        hasAnswered = true
        body(succeeded ? .listed(devices) : .failed)
    }

    private func watch() {
        guard let bus = gst_device_provider_get_bus(provider.pointer) else { return }
        defer { gst_object_unref(bus) }
        guard let source = gst_bus_create_watch(bus) else { return }
        let callback: GstBusFunc = { _, message, data in
            guard let message, let data else { return 1 }
            let handler = Unmanaged<Handler>.fromOpaque(data).takeUnretainedValue()
            MediaActor.assumeIsolated { handler.body(message) }
            return 1
        }
        g_source_set_callback(
            source, unsafeBitCast(callback, to: GSourceFunc.self),
            Unmanaged.passRetained(Handler { [weak self] in self?.handle($0) }).toOpaque(), releaseContext)
        g_source_attach(source, MediaActor.loop.context)
        self.source = source
    }

    private func handle(_ message: UnsafeMutablePointer<GstMessage>) {
        guard isStarted, !isStopped else { return }
        switch cgst_message_type(message) {
        case GST_MESSAGE_DEVICE_REMOVED:
            var device: UnsafeMutablePointer<GstDevice>?
            gst_message_parse_device_removed(message, &device)
            if let device {
                if let gone = Self.device(device) { body(.removed(gone.id)) }
                gst_object_unref(device)
            }
            if !isStopped { body(.listed(devices)) }
        case GST_MESSAGE_DEVICE_ADDED, GST_MESSAGE_DEVICE_CHANGED: body(.listed(devices))
        default: break
        }
    }

    private var devices: [Device] {
        var found: [Device] = []
        let list = gst_device_provider_get_devices(provider.pointer)
        var entry = list
        while let node = entry {
            entry = node.pointee.next
            guard let data = node.pointee.data else { continue }
            if let device = Self.device(data.assumingMemoryBound(to: GstDevice.self)), found.count < Self.most {
                found.append(device)
            }
            gst_object_unref(data)
        }
        g_list_free(list)
        return found.sorted { $0.id < $1.id }
    }

    /// Nil for what is no output, or has no name.
    private static func device(_ device: UnsafeMutablePointer<GstDevice>) -> Device? {
        guard gst_device_has_classes(device, "Audio/Sink") != 0, let id = cgst_device_id(device) else { return nil }
        defer { g_free(id) }
        let name = gst_device_get_display_name(device)
        defer { g_free(name) }
        let text = String(cString: id)
        guard !text.isEmpty, text.utf8.count <= longestName else { return nil }
        let description = name.map { String(String(cString: $0).prefix(longestName)) } ?? text
        return Device(id: text, description: description)
    }
}

/// Streams at PulseAudio servers.
public enum PulseStreams {
    /// Whether streams that are opened on a device from now on end with it, and are not moved to another one.
    public static func hold(_ isHeld: Bool) { cpulse_hold_streams(isHeld) }

    /// Whether an error says that the stream's device is gone, and not its server.
    public static func isDeviceGone(_ error: GstError) -> Bool { cpulse_is_killed(error.message) }
}

extension OffLoop {
    /// Asks a PulseAudio sink where its stream is, which takes an answer of the server.
    @MediaActor
    public static func currentDevice(of sink: Element, then: @escaping @Sendable @MediaActor (String?) -> Void) {
        guard sink.has("current-device") else { return then(nil) }
        SideThread.run("devices") {
            let name = cgst_get_string(sink.pointer, "current-device")
            let text = name.map { String(cString: $0) }
            g_free(name)
            MediaActor.post {
                then(text)
                withExtendedLifetime(sink) {}
            }
        }
    }
}
