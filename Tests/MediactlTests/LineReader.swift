import Foundation

/// Reads lines as they come.
final class LineReader {
    private let file: FileHandle
    private var buffer = Data()

    init(_ file: FileHandle) { self.file = file }

    /// Waits for the next line; nil at the end.
    func next() -> String? {
        while true {
            if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: buffer[..<end], as: UTF8.self)
                buffer = Data(buffer[buffer.index(after: end)...])
                return line
            }
            let data = file.availableData
            if data.isEmpty { return nil }
            buffer += data
        }
    }

    /// Waits for the end; all that was not read yet.
    func rest() -> String {
        defer { buffer = Data() }
        return String(decoding: buffer + file.readDataToEndOfFile(), as: UTF8.self)
    }

    /// Reads no more.
    func close() throws { try file.close() }
}
