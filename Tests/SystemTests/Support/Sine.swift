import Foundation

/// What can be measured of recorded sound.
enum Sine {
    /// The loudest of a stretch.
    static func peak(_ samples: ArraySlice<Int16>) -> Int { samples.reduce(0) { max($0, abs(Int($1))) } }

    /// Amplitude of a frequency, and its phase as if the stretch began at sample 0 of the whole.
    static func fit(_ samples: ArraySlice<Int16>, frequency: Double, rate: Int) -> (amplitude: Double, phase: Double) {
        // Whole turns only, so that sine and cosine are independent.
        let turn = Double(rate) / frequency
        let count = Int((Double(samples.count) / turn).rounded(.down) * turn)
        let step = 2 * Double.pi * frequency / Double(rate)
        var (sine, cosine) = (0.0, 0.0)
        for index in samples.indices.prefix(count) {
            sine += Double(samples[index]) * sin(step * Double(index))
            cosine += Double(samples[index]) * cos(step * Double(index))
        }
        return (2 * hypot(sine, cosine) / Double(max(1, count)), atan2(cosine, sine))
    }

    /// How far any sample is from what its neighbours say: x[n+1] + x[n-1] = 2 cos(ω) x[n] holds for a sine everywhere.
    static func worstBreak(_ samples: ArraySlice<Int16>, frequency: Double, rate: Int) -> (worst: Double, at: Int) {
        let factor = 2 * cos(2 * Double.pi * frequency / Double(rate))
        var (worst, place) = (0.0, 0)
        for index in samples.indices.dropFirst().dropLast() {
            let neighbours = Double(samples[index + 1]) + Double(samples[index - 1])
            let distance = abs(neighbours - factor * Double(samples[index]))
            if distance > worst { (worst, place) = (distance, index) }
        }
        return (worst, place)
    }
}
