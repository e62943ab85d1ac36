import Foundation
import TestSupport
import Testing

extension Session {
    /// Has ffmpeg write a sine wave that is quiet at first.
    ///
    /// - Parameters:
    ///   - name: of the file, whose ending is that of its format.
    ///   - loudFrom: the second at which it becomes loud.
    ///   - options: of the encoder.
    func makeSound(_ name: String, seconds: Int, loudFrom: Int, _ options: [String] = []) throws -> URL {
        let file = directory.appendingPathComponent(name)
        let made = try ChildProcess.run(
            "ffmpeg",
            [
                "-v", "error", "-f", "lavfi", "-i", "sine=440:r=44100:d=\(seconds)",
                "-af", "volume='if(lt(t,\(loudFrom)),0.1,5)':eval=frame",
            ] + options + [file.path], within: 60)
        try #require(made.end == .exited(0), "\(made.errors)")
        return file
    }
}
