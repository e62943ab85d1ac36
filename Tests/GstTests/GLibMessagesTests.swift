import CGLib
import CGStreamer
import GLibLoop
import Synchronization
import Testing

/// In processes of their own: where messages go is set once.
@Suite struct GLibMessagesTests {
    @Test func theyAreHandedOverWithTheirDomainAndLevel() async {
        await #expect(processExitsWith: .exitCode(7)) {
            let taken = Mutex<[String]>([])
            _ = g_log_set_always_fatal(G_LOG_LEVEL_ERROR)
            GLibMessages.route { level, text in taken.withLock { $0.append("\(level) \(text)") } }
            g_log_default_handler("Domain", G_LOG_LEVEL_WARNING, "one\ntwo", nil)
            g_log_default_handler(nil, G_LOG_LEVEL_MESSAGE, "three", nil)
            g_log_default_handler("Domain", G_LOG_LEVEL_DEBUG, "nobody asked for it", nil)
            g_return_if_fail_warning("Domain", "function", "it != NULL")
            let expected = [
                "warning Domain: one\ntwo", "message GLib: three",
                "critical Domain: function: assertion 'it != NULL' failed",
            ]
            exit(taken.withLock { $0 } == expected ? 7 : 1)
        }
    }

    @Test func whatIsFatalEndsTheProcessAsBefore() async {
        let result = await #expect(processExitsWith: .signal(SIGTRAP), observing: [\.standardErrorContent]) {
            _ = g_log_set_always_fatal(G_LOG_LEVEL_CRITICAL)
            GLibMessages.route { _, _ in exit(1) }
            g_return_if_fail_warning("Domain", "function", "it != NULL")
            exit(2)
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("function: assertion 'it != NULL' failed"))
    }
}
