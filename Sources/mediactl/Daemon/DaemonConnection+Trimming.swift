import DBusKit
import Foundation

extension DaemonConnection {
    /// Begins trimming the current item; one that was just started takes a moment to be opened.
    ///
    /// - Throws: `Failure` with the daemon's sentence where it cannot be.
    func beginTrimming() throws(Failure) {
        for _ in 0..<40 {
            guard try property(.trim, "CanBeginTrimming").asBool == false else { break }
            let player = try properties(of: .player)
            guard player["CanSeek"]?.asBool != false, player["PlaybackStatus"]?.asString != "Stopped",
                try property(.trim, "Trimming").asBool != true
            else { break }
            Thread.sleep(forTimeInterval: 0.05)
        }
        try callOnItem(.trim, "Begin")
    }
}
