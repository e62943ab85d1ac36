public import GLibLoop
internal import Gst
internal import GstWorkarounds
internal import MediaContainers
internal import PlayerCore

/// Exports stretches of one item to one file, with separate pipelines.
///
/// First it determines where the stretches really begin and end (a copy can only begin at a key frame). Then it
/// writes them in sequence. It is made for a separate process: it blocks on files and pipelines.
@MediaActor
public final class RangeExporter {
    let order: ExportOrder
    private let address: String
    private let options: DecodeSource.Options
    private let requestRules = HTTPRequestRules()
    let format: FileFormat?
    /// How the frames of a local item are stored; nil if they are upright, or it is unknown.
    private let orientation: String?
    let file: PartFile
    let report: @Sendable (ExportReport) -> Void
    private var reader: RangeReader?
    private var writer: FileWriter?
    private let feed: StretchFeed
    private var plan: ExportPlan?
    private var cutting = RangeAssembly.Cutting.keyFrames
    private var pass = Pass()
    /// The real starts and ends of the stretches, as far as they are known.
    private(set) var actual: [ExportOrder.Stretch] = []
    /// The item's tags that were known when the file was begun.
    private var itemTags: [PacketTags] = []
    private var hasGivenAll = false
    private var isWritten = false
    private var isOver = false

    /// What is being read.
    private struct Pass {
        /// The stretch that is being examined or written.
        var index = 0
        var generation = 0
        var purpose = StretchFeed.Purpose.findBegin
        /// The read position of each stretch, in nanoseconds, if it is before the start of the stretch.
        var sought: [Int: Int64] = [:]
    }

    /// - Parameter report: called on the media loop.
    /// - Throws: ``ExportFailure`` if the export cannot begin.
    init(
        _ task: ExportWorker.Task, report: @escaping @Sendable (ExportReport) -> Void
    ) throws(ExportFailure) {
        order = task.order
        address = task.address
        options = .init(
            networkTimeout: task.settings.networkTimeout, userAgent: task.settings.userAgent,
            resources: .init(
                schemes: MediaSchemes.playable, localAddresses: task.settings.reachesLocalAddresses))
        self.report = report
        format = FileFormat(path: order.path)
        orientation = FileURI.path(of: order.uri).flatMap { StoredOrientation.read(path: $0) }
        if let refusal = Self.refusal(of: order) { throw ExportFailure(refusal) }
        do throws(GstFailure) {
            try requestRules.trust(task.settings.trustedHosts)
            if !order.headers.isEmpty { try requestRules.add(order.headers, for: order.uri) }
        } catch {
            throw ExportFailure(error.message + ".")
        }
        do {
            file = try PartFile(path: order.path, overwrites: order.overwrites)
        } catch {
            throw ExportFailure(error.message)
        }
        let box = ExporterBox()
        feed = StretchFeed(
            written: { [file] in file.size },
            finished: { generation, assembly in
                MediaActor.post { box.exporter?.finished(generation, assembly) }
            })
        box.exporter = self
    }

    /// The progress, 0 to 1.
    var progress: Double {
        let whole = actual.reduce(0.0) { $0 + Double($1.end - $1.start) }
        guard whole > 0, writer != nil else { return 0 }
        return min(1, max(0, Double(feed.length) / whole))
    }

    /// Increases while data is processed; nil while the file is synced to the disk, whose progress is not visible.
    nonisolated var activity: @Sendable () -> Int? {
        { [feed, file] in file.isCompleting ? nil : feed.activity &+ Int(clamping: file.size) }
    }

    /// Removes the unfinished file, from any thread; returns false if the file has its final name already.
    nonisolated var remove: @Sendable () -> Bool { { [file] in file.remove() } }

    func start() {
        report(.writing(file.partPath))
        // FLAC stores its length and a checksum at its head, so it is encoded again, which is lossless.
        let isCopied = order.method == .passthrough && format != .flac || order.method == .audio
        openReader(decoding: !isCopied)
    }

    private func openReader(decoding: Bool) {
        feed.beginReader()
        cutting = decoding ? .exact : .keyFrames
        do throws(GstFailure) {
            let reader = try RangeReader(
                uri: address, decoding: decoding, options: options,
                outlet: { [feed] stream, epoch, event in feed.take(stream, epoch, event) },
                owner: { [weak self] event in self?.handle(event) })
            self.reader = reader
            reader.open()
        } catch {
            fail(error.message + ".")
        }
    }

    private func handle(_ event: RangeReader.Event) {
        guard !isOver else { return }
        switch event {
        case .found(let formats): found(formats)
        case .failed(let error):
            fail(SourceFailure(error, uri: order.uri, missing: reader?.missingPlugins ?? []).message)
        }
    }

    private func found(_ formats: [StreamFormat]) {
        if order.method == .audio, cutting == .keyFrames, !isCopyable(formats) {
            reader?.stop()
            return openReader(decoding: true)
        }
        do throws(ExportFailure) {
            if cutting == .exact, orientation != nil { feed.turnsFrames() }
            let plan = try ExportPlan(
                formats, for: order, format, isDecoded: cutting == .exact,
                orientation: orientation.flatMap(PictureTurn.init(tag:)))
            self.plan = plan
            for note in plan.notes { report(.note(note)) }
            noteLostOrientation(plan)
            feed.arrange(
                places: plan.places,
                streams: plan.streams.map { stream in
                    StretchFeed.Stream(
                        kind: .init(stream.format.kind), isMarkup: stream.format.isMarkup,
                        duration: stream.format.frameDuration)
                })
        } catch {
            return fail(error.message)
        }
        // An exact cut also examines the stretch first: the item's tags arrive before its first packet.
        look(for: .findBegin)
    }

    /// Whether the stored audio can be copied into the file.
    private func isCopyable(_ formats: [StreamFormat]) -> Bool {
        guard let format, format != .flac, let sound = formats.first(where: { $0.kind == .audio }) else { return false }
        return StreamChain.copying(sound, into: format) != nil
    }

    /// Matroska files of an older GStreamer (before 1.26) cannot say how copied frames are turned.
    private func noteLostOrientation(_ plan: ExportPlan) {
        guard orientation != nil, cutting == .keyFrames, format == .matroska || format == .webm,
            !Gst.isAtLeast(1, 26), plan.streams.contains(where: { $0.format.kind == .video })
        else { return }
        report(
            .note(
                "The picture is stored on its side, and \(kind) files cannot say so: use .mp4, or the preset exact."))
    }

    // MARK: Examining the stretches

    private func look(for purpose: StretchFeed.Purpose) {
        let stretch = order.stretches[pass.index]
        // The data that is needed to decode the end begins at the key frame before it.
        let start = purpose == .findEnd ? max(stretch.start, stretch.end - 1) : begin(of: stretch)
        send(start..<stretch.end, purpose)
    }

    /// The time from which packets are needed. The first packet of Vorbis only serves to decode the second one.
    private func begin(of stretch: ExportOrder.Stretch) -> Int64 {
        guard cutting == .keyFrames, plan?.isVorbis == true else { return stretch.start }
        return max(0, stretch.start - 1_024 * 1_000_000_000 / (plan?.rate ?? 48_000))
    }

    /// An earlier read position, two seconds or more before the start; nil at the start of the item.
    private func earlier(than time: Int64) -> Int64? {
        let stretch = order.stretches[pass.index]
        return time > 0 ? max(0, stretch.start - max(2_000_000_000, 4 * (stretch.start - time))) : nil
    }

    private func send(_ range: Range<Int64>, _ purpose: StretchFeed.Purpose) {
        pass.purpose = purpose
        pass.generation = feed.begin(
            range, cutting: cutting, for: purpose,
            reachesEnd: order.duration > 0 && range.upperBound >= order.duration)
        let place = purpose == .findEnd ? range.lowerBound : pass.sought[pass.index] ?? range.lowerBound
        guard reader?.seek(to: place, isAccurate: cutting == .exact, epoch: pass.generation) ?? false
        else {
            return fail("\(order.uri) does not support seeking and cannot be cut.")
        }
    }

    private func finished(_ generation: Int, _ assembly: RangeAssembly) {
        guard !isOver, generation == pass.generation else { return }
        let stretch = order.stretches[pass.index]
        let isLast = pass.index == order.stretches.count - 1
        // A single one may be the end of the previous data.
        if cutting == .keyFrames, assembly.untimedPictures > 1 {
            return fail(
                "\(order.uri) does not contain the time of each frame and cannot be copied: "
                    + "use the preset exact.")
        }
        switch pass.purpose {
        case .findBegin where cutting == .exact:
            actual = order.stretches
            write()
        case .findBegin:
            guard let begin = assembly.begin else {
                return fail("\(order.uri) has no data at \(Double(stretch.start) / 1e9) s: choose another range.")
            }
            // Some demuxers go to the key frame after the position. Then the search continues further back.
            if begin > stretch.start + 100_000_000,
                let earlier = earlier(than: pass.sought[pass.index] ?? stretch.start)
            {
                pass.sought[pass.index] = earlier
                return look(for: .findBegin)
            }
            let start = plan?.isVorbis == true ? min(assembly.firstEnd ?? begin, stretch.end) : begin
            actual.append(.init(start: start, end: stretch.end))
            if !isLast { return look(for: .findEnd) }
            write()
        case .findEnd:
            actual[pass.index].end = max(assembly.end ?? stretch.end, stretch.end)
            pass.index += 1
            look(for: .findBegin)
        case .write(let offset, _):
            if let end = assembly.end { actual[pass.index].end = cutting == .exact ? min(end, stretch.end) : end }
            if isLast {
                feed.close()
                hasGivenAll = true
                return complete()
            }
            // After all frames that were written of this stretch, in whatever order they are shown.
            let begin = assembly.begin ?? actual[pass.index].start
            let next = offset + max(actual[pass.index].end, cutting == .exact ? 0 : stretch.end) - begin
            pass.index += 1
            // The times of a damaged item may add up to more than the maximum.
            writeStretch(at: min(next, MediaTime.farthest.nanoseconds))
        }
    }

    // MARK: Writing

    private func write() {
        report(.actual(actual))
        pass.index = 0
        itemTags = feed.itemTags
        do throws(GstFailure) {
            guard let plan else { return }
            let writer = try FileWriter(
                streams: plan.streams, muxer: format?.muxer, profile: plan.target,
                path: file.pipelinePath,
                headerChange: headerChange, owner: { [weak self] event in self?.handle(event) })
            self.writer = writer
            writer.describe(
                // FLAC would store the chapters twice: also as a cue sheet without titles.
                chapters: format == .flac ? [] : chapterMarks, comments: chapterComments,
                frames: format == .mp3 ? ID3Chapters.frames(chapterMarks) : [], tags: itemTags)
            writer.start()
            feed.open(writer.inlets)
        } catch {
            return fail("\(order.path) cannot be written: \(error.message).")
        }
        writeStretch(at: 0)
    }

    private func writeStretch(at offset: Int64) {
        let stretch = order.stretches[pass.index]
        send(
            begin(of: stretch)..<stretch.end,
            .write(offset: offset, isLast: pass.index == order.stretches.count - 1))
    }

    private var headerChange: PacketInlet.HeaderChange? {
        guard format == .ogg else { return nil }
        let header = CommentHeader(chapters: chapterComments, tags: itemComments)
        return { header.replaced(in: $0) }
    }

    private var itemComments: [String] {
        var known: Set<String> = []
        return itemTags.flatMap(\.comments).filter { known.insert($0).inserted }
    }

    private func handle(_ event: FileWriter.Event) {
        guard !isOver else { return }
        switch event {
        case .finished:
            isWritten = true
            complete()
        case .failed(let error):
            // GST_RESOURCE_ERROR_NO_SPACE_LEFT and _WRITE (gsterror.h).
            if error.domain == .resource, error.code == 14 || error.code == 10 {
                return fail(
                    error.code == 14
                        ? "There is no space left for \(order.path): free some, or choose another folder."
                        : "\(order.path) cannot be written: \(error.message)")
            }
            fail("\(order.path) cannot be written: \(error.message)")
        }
    }

    /// Completes the export when all data was delivered and the writer has finished, in either order.
    private func complete() {
        guard hasGivenAll, isWritten else { return }
        if feed.isEmpty { return fail("The ranges contain no data of \(order.uri): choose longer ranges.") }
        noteEarlyEnd()
        isOver = true
        reader?.stop()
        writer?.stop()
        var keepsAllTitles = false
        let write = { [file] (bytes: [UInt8], place: Int64) throws(PartFile.Refusal) in try file.write(bytes, at: place)
        }
        do throws(PartFile.Refusal) {
            if format == .matroska || format == .webm {
                try MatroskaTagRepair.repair(file.reader, to: file.size, write: write)
                keepsAllTitles = try writeAllTitles()
            }
            try attachFiles()
            if format == .mp3 {
                let rate = cutting == .exact ? plan?.rate : nil
                try MP3Head.correct(file, MP3Head.Sound(of: order, actual, encodedAt: rate))
            }
            var holdsChapters = format?.holdsChapters ?? false
            if format == .mp4, cutting == .keyFrames, let orientation {
                try MP4Orientation.set(orientation, in: file)
            }
            if format == .mp4 {
                try MP4OpusHeader.correct(file.reader, write: write)
            }
            if format == .mp4, !chapters.isEmpty { holdsChapters = try MP4ChapterList.append(chapterMarks, to: file) }
            guard try file.complete() else { return }
            if !holdsChapters, !chapters.isEmpty {
                writeChaptersBeside()
            } else {
                noteLostChapterDetails(keepsAllTitles: keepsAllTitles)
            }
        } catch {
            file.remove()
            return report(.failed(error.message))
        }
        report(.actual(actual))
        report(.completed)
    }

    /// Adds attachments to a Matroska file. In other files, covers are tags.
    private func attachFiles() throws(PartFile.Refusal) {
        var known: Set<[UInt8]> = []
        var files = itemTags.flatMap(\.attachments).filter { known.insert($0.bytes).inserted }
        if format == .matroska, !files.isEmpty, try MatroskaAttachmentWriter.append(files, to: file) { return }
        if format?.holdsCovers ?? false { files.removeAll(where: \.isCover) }
        guard !files.isEmpty else { return }
        let names = files.map(\.name).joined(separator: ", ")
        report(.note("Left out, because \(kind) files cannot contain them: \(names)."))
    }

    /// The format for use in a sentence.
    var kind: String { format?.name ?? FileFormat.ending(of: order.path).uppercased() }

    /// Reports stretches that end early: a source may end before its declared end.
    private func noteEarlyEnd() {
        for (asked, got) in zip(order.stretches, actual) where asked.end - got.end > 1_000_000_000 {
            report(
                .note(
                    "The file ends at \(ChapterFiles.clock(got.end)) instead of \(ChapterFiles.clock(asked.end)): "
                        + "\(order.uri) ends there and may be incomplete."))
        }
    }

    private func fail(_ reason: String) {
        guard !isOver else { return }
        isOver = true
        file.remove()
        report(.failed(reason))
    }
}

/// A weak reference to the exporter for its feed.
private final class ExporterBox: Sendable {
    @MediaActor weak var exporter: RangeExporter?
    @MediaActor init() {}
}
