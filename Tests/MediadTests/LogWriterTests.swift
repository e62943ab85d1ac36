import Foundation
import Testing

@testable import mediad

/// Lines of log on their way to somebody who may not take them.
@Suite(.timeLimit(.minutes(10))) struct LogWriterTests {
    private func writer(_ descriptor: CInt, lines: Int = 1_000, bytes: Int = 1 << 20) -> LogWriter {
        LogWriter(descriptor: descriptor, bounds: .init(lines: lines, bytes: bytes)) { Array("note: \($0)\n".utf8) }
    }

    private func line(_ number: Int, length: Int = 1_000) -> [UInt8] {
        Array("\(number) ".utf8) + [UInt8](repeating: UInt8(ascii: "x"), count: length) + [UInt8(ascii: "\n")]
    }

    /// A pipe that was written full; nothing more fits.
    private func fullPipe() -> (pipe: Pipe, filled: Int) {
        let pipe = Pipe()
        let descriptor = pipe.fileHandleForWriting.fileDescriptor
        let flags = fcntl(descriptor, F_GETFL)
        _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK)
        var (filled, byte) = (0, UInt8(ascii: "\n"))
        while Glibc.write(descriptor, &byte, 1) == 1 { filled += 1 }
        _ = fcntl(descriptor, F_SETFL, flags)
        return (pipe, filled)
    }

    /// The whole lines that come out of a pipe until they are what is waited for.
    private func lines(of pipe: Pipe, until isComplete: ([String]) -> Bool) -> [String] {
        var text: [UInt8] = []
        while true {
            let data = pipe.fileHandleForReading.availableData
            text += data
            guard data.isEmpty || text.last == UInt8(ascii: "\n") else { continue }
            let lines = text.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
            if data.isEmpty || isComplete(lines) { return lines }
        }
    }

    /// The numbers of the lines that came.
    private static func kept(_ lines: [String]) -> [Int] {
        lines.filter { $0.hasSuffix("x") }.compactMap { Int($0.prefix { $0 != " " }) }
    }

    /// How many lines were dropped, as the notes say.
    private static func dropped(_ lines: [String]) -> Int {
        lines.filter { $0.hasPrefix("note: ") }.compactMap { Int($0.dropFirst(6).prefix { $0 != " " }) }.reduce(0, +)
    }

    @Test(arguments: [(10, 1 << 20), (1_000, 10_030)])
    func whatThereIsNoRoomForIsDroppedAndCounted(lines room: Int, bytes: Int) {
        let (pipe, _) = fullPipe()
        let writer = writer(pipe.fileHandleForWriting.fileDescriptor, lines: room, bytes: bytes)
        let begun = ContinuousClock.now
        for number in 0..<100 { writer.write(line(number)) }
        #expect(!writer.flush(within: 0.05))
        #expect(ContinuousClock.now - begun < .seconds(30))
        // Some more than there is room for: the thread may have taken lines before it found the pipe full. Every line is there
        // or counted, in as many notes as there were times of dropping.
        let text = lines(of: pipe) { lines in Self.kept(lines).count + Self.dropped(lines) == 100 }
        #expect(Self.kept(text).count >= 10 && Self.dropped(text) > 0)
        #expect(Self.kept(text) == Self.kept(text).sorted())
        #expect(writer.flush(within: 60))
        writer.write(Array("afterwards\n".utf8))
        #expect(lines(of: pipe) { $0.last == "afterwards" } == ["afterwards"])
    }

    /// What waits while a first line is being written, which is too long for the pipe.
    @Test(arguments: [
        (10, 1 << 20, Array(repeating: 5, count: 10), 5), (1_000, 100_000, [99_000, 1_000], 1),
        (1_000, 100_000, [99_000], 1_001),
    ])
    func soMuchWaits(lines room: Int, bytes: Int, fitting: [Int], more: Int) {
        let pipe = Pipe()
        let writer = writer(pipe.fileHandleForWriting.fileDescriptor, lines: room, bytes: bytes)
        func line(_ letter: String, _ length: Int) -> [UInt8] {
            Array(String(repeating: letter, count: length - 1).utf8) + [UInt8(ascii: "\n")]
        }
        writer.write(line("x", 90_000))
        // It has begun.
        #expect(pipe.fileHandleForReading.readData(ofLength: 1).count == 1)
        for length in fitting { writer.write(line("y", length)) }
        writer.write(line("z", more))
        let text = lines(of: pipe) { Self.dropped($0) > 0 }
        let kept = fitting.map { String(repeating: "y", count: $0 - 1) }
        #expect(text.count == kept.count + 2)
        #expect(Array(text.dropFirst()) == kept + ["note: 1 line of log was dropped"])
    }

    @Test func whatIsReadAgainSaysWhereLinesAreMissing() {
        let (pipe, _) = fullPipe()
        let writer = writer(pipe.fileHandleForWriting.fileDescriptor, lines: 1)
        // The first is taken by the thread, sooner or later; then one waits, and the rest has no room.
        for number in 0..<50 { writer.write(Array("line \(number)\nand more\n".utf8)) }
        let text = lines(of: pipe) { lines in
            2 * lines.count { $0.hasPrefix("line ") } + Self.dropped(lines) == 100
        }
        #expect(Self.dropped(text) > 0)
    }

    /// A terminal that somebody stopped with Ctrl-S.
    @Test func aStoppedTerminalHoldsNobodyUp() throws {
        let master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        defer { close(master) }
        // What ptsname and unlockpt ask the kernel: macros that Swift does not import (asm-generic/ioctls.h).
        var (unlocked, number): (CInt, CUnsignedInt) = (0, 0)
        #expect(ioctl(master, UInt(0x4004_5431), &unlocked) == 0 && ioctl(master, UInt(0x8004_5430), &number) == 0)
        let terminal = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
        try #require(terminal >= 0)
        // What Ctrl-S does, but done when this returns: the kernel takes up what is typed when it comes to it.
        #expect(tcflow(terminal, TCOOFF) == 0)
        let writer = writer(terminal, lines: 10)
        for number in 0..<100 { writer.write(line(number)) }
        #expect(!writer.flush(within: 0.05))
        #expect(tcflow(terminal, TCOON) == 0)
        var (text, buffer) = ("", [UInt8](repeating: 0, count: 4_096))
        while !text.contains("lines of log were dropped") {
            let count = read(master, &buffer, buffer.count)
            try #require(count > 0)
            text += String(decoding: buffer[..<count], as: UTF8.self)
        }
    }

    @Test func aReaderThatIsGoneEndsNothing() {
        signal(SIGPIPE, SIG_IGN)
        let pipe = Pipe()
        let writer = writer(pipe.fileHandleForWriting.fileDescriptor)
        pipe.fileHandleForReading.closeFile()
        for number in 0..<100 { writer.write(line(number)) }
        #expect(writer.flush(within: 60))
    }

    /// Somebody else made it so that it never waits.
    @Test func aDescriptorThatDoesNotWaitLosesNothing() {
        let pipe = Pipe()
        let descriptor = pipe.fileHandleForWriting.fileDescriptor
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        let writer = writer(descriptor)
        for number in 0..<500 { writer.write(line(number)) }
        let text = lines(of: pipe) { $0.last?.hasPrefix("499 ") == true }
        #expect(text.count == 500)
    }
}
