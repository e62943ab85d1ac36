internal import MediaContainers
public import PlayerCore

extension MediaProbe {
    /// How long the parts of an item are read, in seconds. The chapters of the others are what its description says.
    private static let patienceForParts = 4.0

    /// Reads an item that consists of several files: their chapters are one list in the time of the item, and what else is
    /// said of it are the tags of its first file. Sidecars beside a local folder that the item is named by count, too.
    ///
    /// - Parameter uri: of the item.
    public static func findings(of parts: [MediaPart], named uri: String) -> ItemFindings {
        let folder = FileURI.path(of: uri).map { path in
            Array(path.last == UInt8(ascii: "/") ? path.dropLast() : path[...])
        }
        var findings = folder.map { SidecarFinder($0, limits: ProbeLimits()).findings() } ?? ItemFindings()
        (findings.nextEpisode, findings.series, findings.subtitles) = (nil, nil, [])
        var read = Parts()
        let clock = ContinuousClock()
        let end = clock.now + .seconds(patienceForParts)
        for (index, place) in parts.places.enumerated() {
            let path = clock.now < end ? FileURI.path(of: place.part.uri) : nil
            read.add(place, path.map { Self.findings(uri: place.part.uri, pathBytes: $0) }, number: index + 1)
        }
        findings.container = read.container
        findings.container.duration = parts.length
        findings.pictureBeside = read.picture
        findings.problems += read.problems.prefix(ProbeLimits.problems)
        return findings
    }

    /// What was read of the parts so far.
    private struct Parts {
        var container = ContainerFindings()
        var picture: String?
        var problems: [String] = []

        /// Adds a part.
        ///
        /// - Parameters:
        ///   - found: nil if it was not read.
        ///   - number: of the part, from 1.
        mutating func add(_ place: PartPlace, _ found: ItemFindings?, number: Int) {
            if number == 1, let found { begin(with: found) }
            for problem in found?.problems ?? [] { problems.append("\(place.part.uri): \(problem)") }
            let own = ChapterPrecedence.chapters(description: nil, findings: found, duration: place.part.duration)
            let title = place.part.title ?? found?.container.fields.title ?? "\(number)"
            guard own.filter({ !$0.isHidden }).count > 1 else {
                let isNamed = own.first?.titles.isEmpty == false && place.part.title == nil
                var chapter = Chapter(
                    start: place.start, end: place.start + place.part.duration,
                    titles: isNamed ? own[0].titles : [ChapterTitle(title)], source: "parts")
                chapter.image = own.first?.image
                return container.chapters.append(chapter)
            }
            for var chapter in own {
                chapter.start = place.start + chapter.start
                chapter.end = chapter.end.map { place.start + $0 }
                // An id is unique in its file.
                chapter.id = nil
                container.chapters.append(chapter)
            }
        }

        private mutating func begin(with found: ItemFindings) {
            container = found.container
            (container.chapters, container.problems, container.fonts) = ([], [], [])
            (container.isChained, container.isMeasured, container.wholeDuration) = (false, false, nil)
            container.fields.title = container.fields.album
            (container.tags.trackNumber, container.tags.discNumber, container.tags.lyrics) = (nil, nil, nil)
            picture = found.pictureBeside
        }
    }
}
