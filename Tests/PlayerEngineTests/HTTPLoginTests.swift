import Foundation
import PlayerCore
import TestSupport
import Testing

@testable import PlayerEngine

/// Logins of `~/.netrc`, and who is sent them.
@Suite struct HTTPLoginTests {
    private let logins = HTTPLogins(
        netrc: """
            # a comment
            machine media.example.org
                login ann password p@ss:word
            machine HOST.example.org login "b o b" password "say \\"x\\"" account none
            machine media.example.org login second password late
            machine nobody.example.org password alone
            macdef init
            machine macro.example.org login no password no

            machine [::1] login six password 6
            """)

    @Test(arguments: [
        ("http://media.example.org/a.mp3", "http://ann:p%40ss%3Aword@media.example.org/a.mp3"),
        ("HTTPS://Media.Example.org:8080/a?b@c", "HTTPS://ann:p%40ss%3Aword@Media.Example.org:8080/a?b@c"),
        ("http://host.example.org", "http://b%20o%20b:say%20%22x%22@host.example.org"),
        ("http://[::1]:80/", "http://six:6@[::1]:80/"),
        ("http://eve:own@media.example.org/", "http://eve:own@media.example.org/"),
        ("http://nobody.example.org/", "http://nobody.example.org/"),
        ("http://macro.example.org/", "http://macro.example.org/"),
        ("http://example.org/", "http://example.org/"),
        ("http://media.example.org.evil/", "http://media.example.org.evil/"),
        ("ftp://media.example.org/", "ftp://media.example.org/"),
        ("file:///media.example.org", "file:///media.example.org"), ("", ""), ("http:", "http:"),
        ("http://", "http://"),
    ])
    func aServerIsSentItsOwn(uri: String, expected: String) { #expect(logins.adding(to: uri) == expected) }

    @Test(arguments: [
        "machine a login ann password x default login anonymous password guest",
        "default login anonymous password guest machine a login ann password x",
    ])
    func theDefaultIsForAllOthers(text: String) {
        let logins = HTTPLogins(netrc: text)
        #expect(logins.adding(to: "http://a/") == "http://ann:x@a/")
        #expect(logins.adding(to: "http://b/") == "http://anonymous:guest@b/")
    }

    @Test(arguments: ["", "machine", "machine a", "machine a login", "login x password y", "\"", "macdef", "\0\0"])
    func brokenFilesHoldNone(text: String) { #expect(HTTPLogins(netrc: text).adding(to: "http://a/") == "http://a/") }

    @Test func theFileIsTheOneThatIsNamed() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("mediad-netrc-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("machine a login home password h".utf8).write(to: folder.appendingPathComponent(".netrc"))
        try Data("machine a login named password n".utf8).write(to: folder.appendingPathComponent("other"))
        let home = ["HOME": folder.path]
        #expect(HTTPLogins.read(environment: home).adding(to: "http://a/") == "http://home:h@a/")
        let named = home.merging(["NETRC": folder.path + "/other"]) { $1 }
        #expect(HTTPLogins.read(environment: named).adding(to: "http://a/") == "http://named:n@a/")
        let missing = home.merging(["NETRC": folder.path + "/missing"]) { $1 }
        #expect(HTTPLogins.read(environment: missing).adding(to: "http://a/") == "http://a/")
        // Nobody writes into it.
        #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
        let pipe = home.merging(["NETRC": folder.path + "/pipe"]) { $1 }
        #expect(HTTPLogins.read(environment: pipe).adding(to: "http://a/") == "http://a/")
    }
}
