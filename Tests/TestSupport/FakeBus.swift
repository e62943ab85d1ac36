internal import Foundation
internal import Glibc

/// A bus with one client that greets it properly and then sends it whatever a test likes.
///
/// A real bus checks every message before it passes it on, so only such a one can send what breaks the rules.
public final class FakeBus: Sendable {
    public let address: String
    private let directory: String
    private let listener: Int32

    public init() throws {
        directory = NSTemporaryDirectory() + "mediad-fake-bus-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        listener = try UnixSocket.listen(at: directory + "/bus")
        address = "unix:path=\(directory)/bus"
    }

    deinit {
        close(listener)
        try? FileManager.default.removeItem(atPath: directory)
    }

    /// Waits for the client and greets it.
    public func accept() throws -> WireConnection {
        try Deadline(in: .seconds(10)).waitForInput(listener, what: "a client")
        let connection = WireConnection(descriptor: Glibc.accept(listener, nil, nil))
        while true {
            let line = try connection.readLine()
            if line.hasPrefix("AUTH") {
                connection.write(Array("OK 0123456789abcdef0123456789abcdef\r\n".utf8))
            } else if line == "BEGIN" {
                break
            } else {
                connection.write(Array("ERROR\r\n".utf8))
            }
        }
        guard let hello = try connection.next() else { throw Deadline.Missed("the client hung up") }
        var answer = WireMessage(.reply)
        answer.flags = 1
        answer.replySerial = hello.serial
        answer.sender = "org.freedesktop.DBus"
        answer.destination = ":1.1"
        answer.signature = "s"
        answer.body.append(string: Array(":1.1".utf8))
        connection.send(answer)
        return connection
    }
}
