import Foundation
import Logging
import Testing

@testable import mediad

@Suite struct JournalLogHandlerTests {
    /// What a handler writes into a pipe, its `$JOURNAL_STREAM` being the pipe's own when `isJournal`.
    private func output(isJournal: Bool, _ use: (inout Logger) -> Void) -> String {
        let pipe = Pipe()
        let descriptor = pipe.fileHandleForWriting.fileDescriptor
        var status = stat()
        fstat(descriptor, &status)
        let stream = isJournal ? "\(status.st_dev):\(status.st_ino)" : "1:2"
        let environment = ["JOURNAL_STREAM": stream]
        let writer = JournalLogHandler.writer(to: descriptor, environment: environment)
        let handler = JournalLogHandler(writer: writer, descriptor: descriptor, environment: environment)
        var logger = Logger(label: "test") { _ in handler }
        use(&logger)
        #expect(writer.flush(within: 60))
        pipe.fileHandleForWriting.closeFile()
        return String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
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
        #expect(text == "<7>a\n<6>b\n<5>c\n<4>d\n<3>e\n<3>f\n<2>g\n")
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
