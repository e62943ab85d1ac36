/// How much of spoken word is repeated when the listener comes back, depending on the length of the absence.
///
/// AntennaPod's steps: 0.8 s always, 3 s after a minute, 10 s after an hour, 20 s after a day.
public struct RewindSteps: Hashable, Sendable {
    /// The shortest absence for each of ``rewinds``.
    private static let absences = [0, 60, 3_600, 86_400].map { MediaTime(nanoseconds: $0 * 1_000_000_000) }

    /// How much is repeated always, after a minute, after an hour, and after a day. Missing steps at the end are like
    /// the last one present.
    public var rewinds: [MediaTime]

    public init(
        rewinds: [MediaTime] = [800, 3_000, 10_000, 20_000].map { MediaTime(nanoseconds: $0 * 1_000_000) }
    ) {
        self.rewinds = rewinds
    }

    /// Returns where to resume after an absence: never before the start of the chapter.
    public func start(from point: ResumePoint, absence: MediaTime) -> MediaTime {
        guard point.isSpeech else { return point.position }
        let rewind = Array(zip(Self.absences, rewinds)).last { $0.0 <= absence }?.1 ?? .zero
        return max(.zero, min(point.position, max(point.chapterStart, point.position - rewind)))
    }
}
