import Glibc

/// What is piped into mediactl.
enum StandardInput {
    /// Everything until the end; what was read so far if reading fails.
    static func readAll(_ descriptor: CInt = STDIN_FILENO) -> [UInt8]? {
        var contents: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count > 0 {
                contents += buffer[..<count]
            } else if count == 0 {
                return contents
            } else if errno != EINTR {
                return nil
            }
        }
    }
}
