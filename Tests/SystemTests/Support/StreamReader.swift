import Foundation
import Glibc
import TestSupport

/// Reads what a child writes, on a thread of its own, noting when each piece came.
final class StreamReader: Sendable {
    struct Piece: Sendable {
        /// When it was read, see ``Moment``.
        var at: Double
        /// Of its first byte in the stream.
        var offset: Int
        var count: Int
    }

    struct State: Sendable {
        var bytes: [UInt8] = []
        var pieces: [Piece] = []
        var isAtEnd = false
    }

    let state = Monitored(State())

    /// Takes over the descriptor.
    init(_ descriptor: CInt) {
        let thread = Thread { [state] in
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                let now = Moment.now
                state.update { state in
                    state.pieces.append(Piece(at: now, offset: state.bytes.count, count: count))
                    state.bytes += buffer[..<count]
                }
            }
            close(descriptor)
            state.update { $0.isAtEnd = true }
        }
        thread.start()
    }

    var text: String { String(decoding: state.current.bytes, as: UTF8.self) }
    var lines: [String] { text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init) }

    /// Waits for a whole line that fits.
    func line(_ what: String, within seconds: Double, where condition: (String) -> Bool) throws -> String {
        let found: String? = state.wait(seconds: seconds) { state in
            String(decoding: state.bytes, as: UTF8.self)
                .split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init).first(
                    where: condition)
        }
        guard let found else { throw Failure("\(what): no such line within \(seconds) s; there is:\n\(text)") }
        return found
    }

    func waitForEnd(within seconds: Double) {
        _ = state.wait(seconds: seconds) { $0.isAtEnd ? true : nil }
    }
}
