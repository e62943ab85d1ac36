import CGLib
import CGStreamer
import Foundation
import TestSupport
import Testing

@testable import Gst
@testable import GstWorkarounds

/// Streams of libsoup that are closed after their message has ended.
@Suite(.timeLimit(.minutes(5)))
struct SoupGuardTests {
    private struct Missing: Error { let what: String }

    /// A request that is cancelled as its response arrives leaves such a stream. Without the guard, closing it crashes.
    @Test func aStreamOfAMessageThatHasEndedMayBeClosed() async throws {
        let server = try MediaServer(folder: Fixtures.directory)
        let uri = server.uri("tone.flac")
        // libsoup's types exist after its first response.
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result {
                        _ = try HTTPResource.fetch(uri, userAgent: nil, timeout: 30, limit: 1 << 20)
                    })
            }
        }
        let message = try Self.object("SoupMessage") { set in
            try set("method") { value in
                g_value_init(value, GType(16 << G_TYPE_FUNDAMENTAL_SHIFT))
                g_value_set_string(value, "GET")
            }
            try set("uri") { value in
                g_value_init(value, g_uri_get_type())
                g_value_take_boxed(value, UnsafeMutableRawPointer(g_uri_parse(uri, G_URI_FLAGS_NONE, nil)))
            }
        }
        defer { g_object_unref(message) }
        var sender = GValue()
        g_value_init(&sender, g_type_from_name("SoupMessage"))
        g_value_set_object(&sender, message)
        g_signal_emitv(&sender, g_signal_lookup("finished", g_type_from_name("SoupMessage")), 0, nil)
        g_value_unset(&sender)

        // Loaded, but not linked.
        let make = try #require(dlsym(nil, "g_memory_input_stream_new"))
        let base = unsafeBitCast(make, to: (@convention(c) () -> UnsafeMutableRawPointer).self)()
        defer { g_object_unref(base) }
        let stream = try Self.object("SoupClientInputStream") { set in
            try set("base-stream") { value in
                g_value_init(value, g_type_from_name("GInputStream"))
                g_value_set_object(value, base)
            }
            try set("message") { value in
                g_value_init(value, g_type_from_name("SoupMessage"))
                g_value_set_object(value, message)
            }
        }
        defer { g_object_unref(stream) }
        let type = stream.assumingMemoryBound(to: GTypeInstance.self).pointee.g_class
        let methods = try #require(UnsafeMutableRawPointer(type)).assumingMemoryBound(to: GInputStreamClass.self)
        let close = try #require(methods.pointee.close_fn)
        #expect(close(stream.assumingMemoryBound(to: GInputStream.self), nil, nil) == 1)
    }

    /// Makes an object of a registered type.
    private static func object(
        _ name: String, _ fill: ((String, (UnsafeMutablePointer<GValue>) -> Void) throws -> Void) throws -> Void
    ) throws -> UnsafeMutableRawPointer {
        let type = g_type_from_name(name)
        guard type != 0 else { throw Missing(what: name) }
        var (names, values): ([UnsafePointer<CChar>?], [GValue]) = ([], [])
        try fill { name, set in
            var value = GValue()
            set(&value)
            names.append(UnsafePointer(strdup(name)))
            values.append(value)
        }
        defer { for name in names { free(UnsafeMutablePointer(mutating: name)) } }
        guard let object = g_object_new_with_properties(type, guint(values.count), &names, &values) else {
            throw Missing(what: name)
        }
        return UnsafeMutableRawPointer(object)
    }
}
