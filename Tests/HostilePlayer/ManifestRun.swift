import Foundation
import Gst
import TestSupport

/// Plays manifests in a closed network, which this program has to be started again for, and ends the process.
func playManifests(_ arguments: [String]) throws {
    guard let first = Int(arguments[3]), let count = Int(arguments[4]) else { exit(2) }
    let environment = ProcessInfo.processInfo.environment
    let keep = environment["HOSTILE_KEEP"] ?? NSTemporaryDirectory()
    guard let log = environment["INTERNET_LOG"] else {
        let folder = "\(keep)/internet-\(getpid())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try ManifestPlayer.prepare("\(keep)/manifests-\(getpid())", from: arguments[2])
        for (name, value) in try PublicInternet(in: folder).closed { setenv(name, value, 1) }
        var words = arguments.map { strdup($0) } + [nil]
        execv("/proc/self/exe", &words)
        exit(2)
    }
    let seed = arguments.count > 5 ? UInt64(arguments[5]) ?? 1 : 1
    let folder = "\(keep)/manifests-\(getpid())"
    try Gst.initialize()
    let player = try ManifestPlayer(folder: folder, log: log, original: arguments[2])
    let opened = try player.play(first..<first + count, seed: seed)
    if !opened.isEmpty {
        for line in opened { say("opened \(line)") }
        exit(4)
    }
    guard player.isWell() else {
        say("hang \(first + count - 1) nothing is heard any more")
        exit(3)
    }
    player.end()
    try? FileManager.default.removeItem(atPath: folder)
    try? FileManager.default.removeItem(atPath: (log as NSString).deletingLastPathComponent)
    say("end")
    exit(0)
}
