import DBusKit
import Glibc
import MediaProbe
import Testing

@testable import mediactl

@Suite struct DescriptionFileTests {
    private func read(_ text: String) throws -> [[String: DBusValue]] {
        try DescriptionFile(folder: LocalPath("/media"), source: "x.json").descriptions(Array(text.utf8))
    }

    @Test func aFileOfNobodysSizeIsRefused() throws {
        let zeros = open("/dev/zero", O_RDONLY)
        defer { close(zeros) }
        let contents = try #require(StandardInput.readAll(zeros))
        #expect(contents.count > StandardInput.largest && contents.count < StandardInput.largest + (1 << 20))
        let failure = #expect(throws: Failure.self) {
            try DescriptionFile(folder: nil, source: "x.json").descriptions(contents)
        }
        #expect(
            failure?.message
                == "x.json does not contain valid descriptions: it is larger than 64 MiB (add them in several steps).")
    }

    @Test(arguments: [64 << 20, 64 << 20 | 1]) func aFileOfDescriptionsIsAsLargeAsItMayBe(size: Int) {
        let description = Array(#"{ "uri": "https://example.org/a" }"#.utf8)
        let contents = description + [UInt8](repeating: 0x20, count: size - description.count)
        let read = try? DescriptionFile(folder: nil, source: "x.json").descriptions(contents)
        #expect(read?.count == (size == 64 << 20 ? 1 : nil))
    }

    /// Zeros stand between names.
    @Test(arguments: [64 << 20, 64 << 20 | 1]) func aListOfNamesIsAsLargeAsItMayBe(size: Int) throws {
        var path = Array("/tmp/mediactl-names-XXXXXX".utf8CString)
        let descriptor = mkstemp(&path)
        defer { close(descriptor) }
        unlink(path)
        #expect(ftruncate(descriptor, size) == 0)
        let read = Result { () throws(Failure) in try StandardInput.readNames(descriptor).count }
        switch read {
        case .success(let count): #expect(count == size && size == 64 << 20)
        case .failure(let failure):
            #expect(size > 64 << 20)
            #expect(
                failure.message == "Standard input contains more than 64 MiB of names. Add them in several steps.")
        }
    }

    @Test func everyFieldHasItsType() throws {
        let items = try read(
            """
            { "uri": "https://example.org/a", "title": "T", "artist": ["A"], "genre": [], "season": 1, "in": 3,
              "out": "21:30.5", "artwork": "cover.png", "live": true, "gone": null,
              "chapters": [ { "start": 0, "end": 60.25, "title": "C", "titles": { "fr": "D" } } ], "segments": [],
              "next": { "uri": "b.mkv", "presentAt": -10, "automaticAcceptanceInterval": -1 },
              "custom": { "start": 5, "big": 5000000000, "mixed": [1, "a"] } }
            """)
        let item = try #require(items.first)
        #expect(item["uri"] == "https://example.org/a")
        #expect(item["artist"] == .strings(["A"]))
        #expect(item["genre"] == .strings([]))
        #expect(item["season"] == .int32(1))
        #expect(item["in"] == .int64(3_000_000))
        #expect(item["out"] == .int64(1_290_500_000))
        #expect(item["artwork"] == "file:///media/cover.png")
        #expect(item["live"] == true)
        #expect(item.keys.contains("gone") == false)
        #expect(
            item["chapters"]
                == .propertyLists([
                    ["start": .int64(0), "end": .int64(60_250_000), "title": "C", "titles": .properties(["fr": "D"])]
                ]))
        #expect(item["segments"] == .array("a{sv}", []))
        #expect(
            item["next"]
                == .properties([
                    "uri": "file:///media/b.mkv", "presentAt": .int64(-10_000_000),
                    "automaticAcceptanceInterval": .double(-1),
                ]))
        #expect(
            item["custom"]
                == .properties([
                    "start": .int32(5), "big": .int64(5_000_000_000),
                    "mixed": .array("v", [.variant(.int32(1)), .variant("a")]),
                ]))
    }

    @Test(arguments: [
        "[{\"uri\": \"x:y\"}, {\"uri\": \"x:z\"}]", "{\"uri\": \"x:y\"}\n{\"uri\": \"x:z\"}\n",
    ]) func listsAndLinesAreManyItems(text: String) throws {
        // A scheme of one letter is none.
        let text = text.replacing("x:", with: "xx:")
        #expect(try read(text) == [["uri": "xx:y"], ["uri": "xx:z"]])
    }

    @Test(arguments: ["", "no", "5", "[5]", "{}", "{\"uri\": \"\"}", "{\"uri\": \"aa:b\", \"start\": \"soon\"}"])
    func otherThingsAreWrongUsage(text: String) {
        let failure = #expect(throws: Failure.self) { try read(text) }
        #expect(failure?.status == .usage)
        #expect(failure?.message.contains("x.json") == true)
    }

    @Test func missingFilesAreNamed() {
        let failure = #expect(throws: Failure.self) { try read("{\"uri\": \"gone.mkv\"}") }
        #expect(failure?.status == .notFound)
        #expect(failure?.message.contains("/media/gone.mkv") == true)
    }

    @Test func valuesComeBackAsTheyWere() throws {
        let items = try read(
            "{\"uri\":\"aa:b\",\"start\":12.5,\"chapters\":[{\"start\":0.000001,\"title\":\"C\"}],\"season\":2}")
        #expect(
            JSONValue(try #require(items.first)).text(isPretty: false)
                == "{\"chapters\":[{\"start\":1e-06,\"title\":\"C\"}],\"season\":2,\"start\":12.5,\"uri\":\"aa:b\"}")
    }
}
