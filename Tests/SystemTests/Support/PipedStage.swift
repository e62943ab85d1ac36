import Foundation
import TestSupport

/// A stage whose sinks write into pipes, at the time at which it would be heard and seen.
struct PipedStage {
    static let frame = (width: 16, height: 9)
    static let rate = 48_000

    let stage: Stage
    /// 16 bits, one channel, 48 kHz.
    let sound: StreamReader
    /// 16 × 9 pixels of 8 bits a frame.
    let pictures: StreamReader

    init(in sandbox: Sandbox) throws {
        let audio = try Descriptors.pipe()
        let video = try Descriptors.pipe()
        sound = StreamReader(audio.read)
        pictures = StreamReader(video.read)
        stage = try Stage(
            configuration: """
                [audio]
                sink = "audioconvert ! audioresample ! audio/x-raw,format=S16LE,rate=48000,channels=1 ! fdsink fd=3 sync=true"
                [video]
                sink = "videoconvert ! videoscale ! video/x-raw,format=GRAY8,width=16,height=9 ! fdsink fd=4 sync=true"

                """, descriptors: [audio.write, video.write], in: sandbox)
    }

    var samples: [Int16] {
        let bytes = sound.state.current.bytes
        return stride(from: 0, to: bytes.count - 1, by: 2).map {
            Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
        }
    }

    /// The mean brightness of each frame.
    var brightness: [Int] {
        let bytes = pictures.state.current.bytes
        let size = Self.frame.width * Self.frame.height
        return stride(from: 0, through: bytes.count - size, by: size).map { start in
            bytes[start..<start + size].reduce(0) { $0 + Int($1) } / size
        }
    }
}
