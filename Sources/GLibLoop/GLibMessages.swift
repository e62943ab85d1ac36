internal import CGLib

/// Messages that GLib and the libraries based on it write to standard error.
public enum GLibMessages {
    /// GLib's severity levels.
    public enum Level: Sendable {
        case debug, info, message, warning, critical, error

        fileprivate init(_ flags: GLogLevelFlags) {
            let levels: [(GLogLevelFlags, Level)] = [
                (G_LOG_LEVEL_ERROR, .error), (G_LOG_LEVEL_CRITICAL, .critical), (G_LOG_LEVEL_WARNING, .warning),
                (G_LOG_LEVEL_MESSAGE, .message), (G_LOG_LEVEL_INFO, .info),
            ]
            self = levels.first { flags.rawValue & $0.0.rawValue != 0 }?.1 ?? .debug
        }
    }

    private final class Taker: Sendable {
        let take: @Sendable (Level, String) -> Void
        /// Levels that end the process.
        let fatal: CInt

        init(_ take: @escaping @Sendable (Level, String) -> Void, fatal: CInt) {
            self.take = take
            self.fatal = fatal
        }
    }

    /// Redirects messages from now on; call this once, before other threads run.
    ///
    /// Fatal messages (`G_DEBUG=fatal-criticals`) still go to standard error, where they are written at once. Debug
    /// messages are left out unless `G_MESSAGES_DEBUG` requests them.
    ///
    /// - Parameter take: receives each message preceded by its domain, `GLib-GObject: …`; on any thread.
    public static func route(to take: @escaping @Sendable (Level, String) -> Void) {
        // There is no other way to read it.
        let fatal = g_log_set_always_fatal(G_LOG_LEVEL_ERROR)
        _ = g_log_set_always_fatal(fatal)
        let taker = Taker(take, fatal: fatal.rawValue | G_LOG_LEVEL_ERROR.rawValue)
        g_log_set_writer_func(
            { flags, fields, count, taker in
                guard let taker else { return G_LOG_WRITER_UNHANDLED }
                let to = Unmanaged<Taker>.fromOpaque(taker).takeUnretainedValue()
                guard flags.rawValue & to.fatal == 0 else { return g_log_writer_default(flags, fields, count, nil) }
                let all = UnsafeBufferPointer(start: fields, count: Int(count))
                let domain = GLibMessages.text("GLIB_DOMAIN", in: all)
                guard g_log_writer_default_would_drop(flags, domain) == 0 else { return G_LOG_WRITER_HANDLED }
                to.take(Level(flags), "\(domain ?? "GLib"): \(GLibMessages.text("MESSAGE", in: all) ?? "")")
                return G_LOG_WRITER_HANDLED
            }, Unmanaged.passRetained(taker).toOpaque(), nil)
    }

    /// The value of a text field.
    private static func text(_ key: String, in fields: UnsafeBufferPointer<GLogField>) -> String? {
        guard let field = fields.first(where: { String(cString: $0.key) == key }), let value = field.value else {
            return nil
        }
        let bytes = value.assumingMemoryBound(to: UInt8.self)
        guard field.length >= 0 else { return String(cString: bytes) }
        return String(decoding: UnsafeBufferPointer(start: bytes, count: Int(field.length)), as: UTF8.self)
    }
}
