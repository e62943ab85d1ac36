import DBusKit
import PlayerCore
import PlayerService
import Testing

@Suite("Pictures1", .playerctld)
struct PictureInterfaceTests {
    private func rig() async throws -> Rig {
        let rig = try await Rig()
        await rig.publish { $0.current?.hasVideo = true }
        return rig
    }

    private func refusal(_ rig: Rig, _ member: String, _ arguments: [DBusValue]) -> String? {
        do throws(DBusError) {
            try rig.own("Pictures1", member, arguments)
            return nil
        } catch {
            return error.name
        }
    }

    @Test("Thumbnail answers with a picture and its time")
    func thumbnails() async throws {
        let rig = try await rig()
        let usual: [DBusValue] = [.string("file:///320-false.png"), .int64(12_000_000)]
        #expect(try rig.own("Pictures1", "Thumbnail", [.int64(12_000_000), .uint32(0)]) == usual)
        let exact: [DBusValue] = [.string("file:///64-true.png"), .int64(100_000_000)]
        #expect(try rig.own("Pictures1", "ExactThumbnail", [.int64(100_000_000), .uint32(64)]) == exact)
        #expect(refusal(rig, "Thumbnail", [.int64(5), .uint32(64)]) == "org.mediad.Error.Failed")
    }

    @Test("Storyboard answers with pictures in order")
    func storyboards() async throws {
        let rig = try await rig()
        let tiles = [0, 1].map { (index: Int64) in
            DBusValue.structure([.int64(index), .string("file:///s.png#xywh=\(index * 160),0,160,90")])
        }
        #expect(try rig.own("Pictures1", "Storyboard", [.uint32(2), .uint32(160)]) == [.array("(xs)", tiles)])
    }

    @Test("What is out of range, or of no item with video on this machine, is refused")
    func refusals() async throws {
        let rig = try await rig()
        let invalid = "org.freedesktop.DBus.Error.InvalidArgs"
        for (position, width) in [(-1, 64), (100_000_001, 64), (5, 15), (5, 1_921)] as [(Int64, UInt32)] {
            #expect(refusal(rig, "Thumbnail", [.int64(position), .uint32(width)]) == invalid)
        }
        for count: UInt32 in [0, 401] { #expect(refusal(rig, "Storyboard", [.uint32(count), .uint32(64)]) == invalid) }
        let any: [DBusValue] = [.int64(2_000_000), .uint32(64)]
        await rig.publish { $0.current?.hasVideo = false }
        #expect(refusal(rig, "Thumbnail", any) == "org.mediad.Error.NotPossible")
        await rig.publish {
            $0.current?.hasVideo = true
            $0.current?.duration = nil
        }
        #expect(refusal(rig, "Thumbnail", any) == "org.mediad.Error.NotSeekable")
        for uri in ["https://example.org/a.mkv", "file:///a.m3u8"] {
            await rig.publish { $0.current?.description = MediaDescription(uri: uri) }
            #expect(refusal(rig, "Thumbnail", any) == "org.mediad.Error.NotPossible")
        }
        await rig.publish { $0.select(nil) }
        #expect(refusal(rig, "Storyboard", [.uint32(2), .uint32(64)]) == "org.mediad.Error.NotPossible")
    }
}
