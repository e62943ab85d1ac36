internal import CGStreamer
public import GLibLoop
internal import GstWorkarounds

/// Monitors the devices of an audio backend, such as a PulseAudio server.
///
/// The monitor has its own thread and connection, which sleep while nothing changes.
@MediaActor
public final class SoundDeviceMonitor {
    /// A device with its name on the server and its description.
    public struct Device: Hashable, Sendable {
        public let id: String
        public let description: String
    }

    public enum Event: Sendable {
        /// The present devices, at the start and after changes.
        case listed([Device])
        /// This device was removed.
        case removed(String)
        /// The backend cannot be monitored.
        case failed
    }

    private final class Handler {
        let body: @MediaActor (UnsafeMutablePointer<GstMessage>) -> Void
        init(_ body: @escaping @MediaActor (UnsafeMutablePointer<GstMessage>) -> Void) { self.body = body }
    }

    /// Reference counts are atomic, and a provider has its own lock.
    private struct Provider: @unchecked Sendable { let pointer: UnsafeMutablePointer<GstDeviceProvider> }

    /// The maximum number of listed devices, and the maximum length of a name.
    static let most = 256
    static let longestName = 1_024

    private let provider: Provider
    private let body: @MediaActor (Event) -> Void
    private var source: UnsafeMutablePointer<GSource>?
    private var isStarted = false
    /// Whether the start has succeeded or failed.
    private var hasAnswered = false
    private var isStopped = false

    /// - Parameters:
    ///   - factory: the factory of the provider, such as `pulsedeviceprovider`.
    ///   - body: called on the media loop, from the start of the monitoring or its failure on.
    /// - Returns: nil if the provider is not installed.
    public init?(_ factory: String, _ body: @escaping @MediaActor (Event) -> Void) {
        guard let pointer = gst_device_provider_factory_get_by_name(factory) else { return nil }
        provider = Provider(pointer: pointer)
        self.body = body
        watch()
        let provider = provider
        // The start connects to a server, which may not respond.
        SideThread.run("devices") { [weak self] in
            let isStarted = gst_device_provider_start(provider.pointer) != 0
            MediaActor.post {
                if let self, !self.isStopped { return self.started(isStarted) }
                Self.letGo(of: provider, isStarted)
            }
            // Lives as long as the call takes.
            withExtendedLifetime(provider) {}
        }
    }

    /// Stops the monitoring. Nothing is reported afterwards.
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
            MediaActor.assumeIsolated { MediaActor.loop.during("a message about devices") { handler.body(message) } }
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

    /// Returns nil if the device is no output or has no name.
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

/// Streams on PulseAudio servers.
public enum PulseStreams {
    /// Sets whether streams that are opened from now on end with their device instead of being moved to another one.
    public static func hold(_ isHeld: Bool) { PulseCalls.holdStreams(isHeld) }

    /// Whether an error reports the loss of the stream's device rather than of its server.
    public static func isDeviceGone(_ error: GstError) -> Bool { PulseCalls.isKilled(error.message) }
}

extension OffLoop {
    /// Asks a PulseAudio sink for the device of its stream, which requires a reply of the server.
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
