import Glibc

/// Data that is piped into mediactl.
enum StandardInput {
    /// The number of bytes that are checked to distinguish names from media.
    private static let sampleSize = 4096

    /// The maximum size of input in bytes: no message on D-Bus can be larger.
    static let largest = 64 << 20

    /// Reads everything until the end, or until more than ``largest`` bytes are read. Returns nil if reading fails.
    static func readAll(_ descriptor: CInt = STDIN_FILENO) -> [UInt8]? {
        var contents: [UInt8] = []
        while let bytes = readSome(descriptor) {
            if bytes.isEmpty { return contents }
            contents += bytes
            if contents.count > largest { return contents }
        }
        return nil
    }

    /// Reads the file names in standard input, one per line or separated by zeros.
    ///
    /// - Throws: `Failure` if the input cannot be read, and as soon as it looks like media: a stream may have no end.
    static func readNames(_ descriptor: CInt = STDIN_FILENO) throws(Failure) -> [UInt8] {
        var contents: [UInt8] = []
        while true {
            guard let bytes = readSome(descriptor) else {
                throw Failure(.notFound, "Standard input cannot be read. Specify files instead of '-'.")
            }
            let isSampled = contents.count >= sampleSize
            contents += bytes
            if !isSampled, isMedia(contents.prefix(sampleSize)) {
                throw Failure(
                    .refused,
                    "Standard input contains media, but '-' reads file names. Specify the file itself, or save the "
                        + "stream to a file first.")
            }
            guard contents.count <= largest else {
                throw Failure(
                    .refused,
                    "Standard input contains more than \(largest >> 20) MiB of names. Add them in several steps.")
            }
            if bytes.isEmpty { return contents }
        }
    }

    /// Whether bytes belong to a media file rather than to names. The head of every container and codec contains
    /// control characters or begins with a byte that no text begins with (the frames of MPEG audio).
    static func isMedia(_ bytes: ArraySlice<UInt8>) -> Bool {
        let whitespace: Set<UInt8> = [0, 9, 10, 13]
        return bytes.first == 0xFF || bytes.contains { ($0 < 0x20 && !whitespace.contains($0)) || $0 == 0x7F }
    }

    /// Reads the next bytes. Returns an empty slice at the end, nil if reading fails.
    private static func readSome(_ descriptor: CInt) -> ArraySlice<UInt8>? {
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count >= 0 { return buffer[..<count] }
            if errno != EINTR { return nil }
        }
    }
}
