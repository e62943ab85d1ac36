/// A volume as people read it: `50 %`.
struct VolumeText: CustomStringConvertible {
    /// 1 leaves the sound as it is.
    var volume: Double

    init(_ volume: Double) { self.volume = volume }

    var description: String { NumberText(volume * 100).description + " %" }
}
