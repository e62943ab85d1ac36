import TestSupport
import Testing

@testable import mediad

/// A configuration that was cut off, overwritten or typed by a cat: it is read, or what is wrong with it is said.
@Suite struct DamagedConfigurationTests {
    @Test(arguments: 0..<4) func endsInAConfigurationOrInSentences(_ part: Int) {
        let original = Array(Configuration.defaultText.utf8)
        for number in 0..<60 {
            let bytes = Mutation(of: original, seed: UInt64(part * 1_000 + number)).bytes
            // What is not UTF-8 is refused before.
            let text = String(decoding: bytes, as: UTF8.self)
            let lines = text.utf8.count { $0 == UInt8(ascii: "\n") } + 1
            do {
                _ = try ConfigurationReader.read(text, path: "c.toml")
            } catch {
                #expect(!error.problems.isEmpty, "copy \(number)")
                for problem in error.problems {
                    #expect(!problem.message.isEmpty, "copy \(number)")
                    let line = problem.position?.line ?? 1
                    #expect((1...lines).contains(line), "copy \(number): \(problem)")
                }
            }
        }
    }
}
