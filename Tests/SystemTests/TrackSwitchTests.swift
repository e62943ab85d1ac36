import Foundation
import TestSupport
import Testing

/// Another language while a film plays, on a machine that has other things to do.
@Suite(
    .system,
    .needs(
        "dbus-daemon", "Xvfb", "xprop", "xdotool", "openbox", "ffmpeg", "pulseaudio", "pactl", "pipewire",
        "wireplumber", "pipewire-pulse"))
struct TrackSwitchTests {
    private static let film = FrameFilm(
        name: "languages.mkv", code: 34, seconds: 40,
        encoding: ["-map", "0", "-map", "1", "-map", "2"] + FrameFilm.h264 + ["-c:a", "flac"], tone: 1_200)

    /// The picture once stood for as long as the sound before had played, and now and then the film was called damaged.
    @Test(arguments: SoundServer.Kind.dependable) func thePictureGoesOn(kind: SoundServer.Kind) throws {
        try PictureRig.perform(kind, busy: true) { rig in
            let path = try Self.film.make(
                in: rig.folder, inputs: ["-f", "lavfi", "-i", "sine=frequency=500:sample_rate=48000:duration=40"])
            try rig.remote.replace([path])
            try rig.remote.waitForMovement()
            for track in [1, 0, 1, 0] {
                // The picture stood for as long as this.
                try rig.remote.listen(for: 5)
                try rig.selectSound(track)
                try rig.expect(Self.film, after: "audio track \(track)", within: 3, slack: 6)
            }
            #expect(!rig.stage.daemon.log.contains("opened again"), "\(rig.stage.daemon.log)")
        }
    }
}
