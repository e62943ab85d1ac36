import Foundation
import Gst
import PlayerCore
import TestSupport

// hostile-player FIXTURE NEXT FIRST COUNT [SEED]: plays so many damaged copies of a file, the one of number FIRST first, each
// followed by the sound file NEXT, and tells each before it plays it. Ends with status 3 where NEXT is not heard in time;
// what a copy is that ends the process was told last. `manifests` instead of FIXTURE plays so many manifests, see ManifestPlayer;
// status 4 says that something was opened. The copies are in a folder of $HOSTILE_KEEP, or of the system's.
@Sendable func say(_ line: String) {
    // At once, not when a buffer is full: the next moment may be the last.
    let bytes = Array((line + "\n").utf8)
    write(1, bytes, bytes.count)
}

tellStackOfCrashes()
let arguments = CommandLine.arguments
if arguments.count > 4, arguments[1] == "manifests" { try playManifests(arguments) }
guard arguments.count > 4, let first = Int(arguments[3]), let count = Int(arguments[4]),
    let original = FileManager.default.contents(atPath: arguments[1]), !original.isEmpty
else {
    say("usage: hostile-player FIXTURE NEXT FIRST COUNT [SEED]")
    exit(2)
}
let seed = arguments.count > 5 ? UInt64(arguments[5]) ?? 1 : 1
let fixture = URL(fileURLWithPath: arguments[1])
let keep = ProcessInfo.processInfo.environment["HOSTILE_KEEP"] ?? NSTemporaryDirectory()
let folder = "\(keep)/hostile-\(getpid())"
try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
try Gst.initialize()
let player = HostilePlayer(next: URL(fileURLWithPath: arguments[2]).absoluteString, folder: folder)
for number in first..<first + count {
    let mutation = Mutation(of: Array(original), seed: seed &* 1_000_003 &+ UInt64(number))
    let file = URL(fileURLWithPath: "\(folder)/\(number)-\(fixture.lastPathComponent)")
    try Data(mutation.bytes).write(to: file)
    say("play \(number) \(mutation.kind.rawValue) \(file.path)")
    do throws(HostileSession.Hang) {
        say("done \(number) \(try player.play(file.absoluteString, number))")
    } catch {
        say("hang \(number) \(error.what)")
        exit(3)
    }
    try? FileManager.default.removeItem(at: file)
}
player.end()
try? FileManager.default.removeItem(atPath: folder)
say("end")
exit(0)
