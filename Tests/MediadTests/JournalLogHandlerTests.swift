import Foundation
import Logging
import Testing

@testable import mediad

@Suite struct JournalLogHandlerTests {
    /// What a handler writes into a file, its `$JOURNAL_STREAM` being the file's own when `isJournal`. Not a pipe: the kernel
    /// makes them small where there are many, and nobody reads meanwhile.
    private func output(isJournal: Bool, _ use: (inout Logger) -> Void) -> String {
        let path = NSTemporaryDirectory() + "log-\(UUID().uuidString)"
        let descriptor = open(path, O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC, 0o600)
        defer { unlink(path) }
        var status = stat()
        fstat(descriptor, &status)
        let stream = isJournal ? "\(status.st_dev):\(status.st_ino)" : "1:2"
        let environment = ["JOURNAL_STREAM": stream]
        let writer = JournalLogHandler.writer(to: descriptor, environment: environment)
        let handler = JournalLogHandler(writer: writer, descriptor: descriptor, environment: environment)
        var logger = Logger(label: "test") { _ in handler }
        use(&logger)
        #expect(writer.flush(within: 60))
        close(descriptor)
        return String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
    }

    @Test func theJournalGetsPriorities() {
        let text = output(isJournal: true) { logger in
            logger.logLevel = .trace
            logger.debug("a")
            logger.info("b")
            logger.notice("c")
            logger.warning("d")
            logger.error("e\nf")
            logger.critical("g")
        }
        #expect(text == "<7>a\n<6>b\n<5>c\n<4>d\n<3>e f\n<2>g\n")
    }

    /// A file's name may hold anything but a slash and a zero.
    @Test func whatIsQuotedStaysInItsLine() {
        let text = output(isJournal: false) { logger in
            logger.warning("cannot read /tmp/a\nerror: \u{1B}[2Jb\u{2028}", metadata: ["why": "c\r\nd"])
        }
        #expect(text == "warning: cannot read /tmp/a error:  [2Jb  why=c  d\n")
    }

    @Test func aLineIsCutAt40KiB() {
        let longest = String(repeating: "x", count: 40 << 10)
        for (said, written) in [(longest, longest), (longest + "y", longest.dropLast(3) + "…")] {
            let text = output(isJournal: false) { $0.warning("\(said)") }
            #expect(text == "warning: \(written)\n")
        }
    }

    @Test func aTerminalGetsWords() {
        let text = output(isJournal: false) { logger in
            logger[metadataKey: "item"] = "7"
            logger.debug("left out")
            logger.warning("no display", metadata: ["sink": "none"])
        }
        #expect(text == "warning: no display item=7 sink=none\n")
    }
}
