import DBusKit
import Foundation
import Testing

@testable import mediactl

/// What `mediactl play` and `add` send of a feed.
@Suite struct FeedChaptersTests {
    @Test("chapters that are in the feed are sent with the episode")
    func chapters() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("mediactl-feed-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let feed = folder.appendingPathComponent("feed.rss")
        try """
        <rss version="2.0" xmlns:psc="http://podlove.org/simple-chapters"><channel><title>Show</title><item><title>One</title>
        <enclosure url="https://example.org/one.mp3" type="audio/mpeg"/>
        <psc:chapters version="1.2"><psc:chapter start="0" title="P1"/>
        <psc:chapter start="0:10" title="P2 &amp; more" href="https://example.org/p2"/></psc:chapters>
        </item></channel></rss>
        """.write(to: feed, atomically: true, encoding: .utf8)
        var arguments = MediaArguments()
        try arguments.add(feed.path)
        let item = try #require(arguments.items.first)
        #expect(
            item.properties["chapters"]
                == .propertyLists([
                    ["start": .int64(0), "title": "P1"],
                    ["start": .int64(10_000_000), "title": "P2 & more", "url": "https://example.org/p2"],
                ]))
    }
}
