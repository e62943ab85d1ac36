import Foundation
import MediaContainers
import Testing

/// How the frames of a file are stored, as matrices and poses say.
@Suite struct StoredOrientationTests {
    /// a, b, c and d of the matrix, as FFmpeg writes what `-display_rotation` and `-display_hflip` ask for.
    @Test(
        arguments: [
            ([1, 0, 0, 1], nil), ([0, 1, -1, 0], "rotate-90"), ([-1, 0, 0, -1], "rotate-180"),
            ([0, -1, 1, 0], "rotate-270"), ([-1, 0, 0, 1], "flip-rotate-0"), ([0, -1, -1, 0], "flip-rotate-90"),
            ([1, 0, 0, -1], "flip-rotate-180"), ([0, 1, 1, 0], "flip-rotate-270"), ([2, 0, 0, 2], nil),
            ([0, 0, 0, 0], nil),
        ] as [([Int32], String?)])
    func aMatrixThatTurnsAndMirrors(values: [Int32], orientation: String?) throws {
        #expect(try StoredOrientation.ofMatrix(Self.matrix(values)) == orientation)
    }

    private static func matrix(_ values: [Int32]) -> MP4Fields {
        let fields = [values[0], values[1], 0, values[2], values[3]].map { $0 &* 0x1_0000 }
        return MP4Fields(fields.flatMap { value in withUnsafeBytes(of: value.bigEndian) { Array($0) } })
    }

    @Test func aMatrixThatEndsIsAnError() {
        #expect(throws: ProbeError.self) { try StoredOrientation.ofMatrix(MP4Fields([0, 1, 0, 0])) }
    }

    /// Counterclockwise there, clockwise here.
    @Test(
        arguments: [
            (0, 0, nil), (0, -90, "rotate-90"), (0, 90, "rotate-270"), (0, 180, "rotate-180"), (0, -180, "rotate-180"),
            (180, 0, "flip-rotate-0"), (-180, 0, "flip-rotate-0"), (0, 360, nil), (0, 270, "rotate-90"), (0, 45, nil),
            (90, 0, nil), (0, 1e300, nil), (.nan, 0, nil), (0, .nan, nil), (.infinity, .infinity, nil),
        ] as [(Double, Double, String?)])
    func aPose(yaw: Double, roll: Double, orientation: String?) {
        #expect(StoredOrientation.ofPose(yaw: yaw, roll: roll) == orientation)
    }

    /// What is no media file, or ends anywhere, is upright.
    @Test func aFileThatEndsIsUpright() throws {
        let path = NSTemporaryDirectory() + "orientation-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        for head in [
            [0x1A, 0x45, 0xDF, 0xA3], [0, 0, 0, 16, 0x6D, 0x6F, 0x6F, 0x76], [], [0x1A, 0x45, 0xDF, 0xA3, 0x80, 0x18],
        ]
            as [[UInt8]]
        {
            try Data(head).write(to: URL(fileURLWithPath: path))
            #expect(StoredOrientation.read(path: Array(path.utf8)) == nil)
        }
        #expect(StoredOrientation.read(path: Array("/nonexistent".utf8)) == nil)
    }
}
