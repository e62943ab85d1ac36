internal import Glibc
internal import LibraryStore
internal import MediaExport
internal import MediaProbe
internal import PlayerCore

/// What is known of an item before its pictures are made.
struct PictureOrigin: Sendable {
    let path: [UInt8]
    /// The item's name in the cache.
    let item: String
    /// The storyboard beside the item.
    let storyboard: Storyboard?

    /// Returns nil if the item cannot be read. Blocks.
    init?(_ path: [UInt8], complain: (String) -> Void) {
        guard let identity = ContentIdentity(path: path) else { return nil }
        let (storyboard, problems) = MediaProbe.storyboard(beside: path)
        for problem in problems { complain(problem) }
        (self.path, self.item, self.storyboard) = (path, PictureCache.name(of: identity), storyboard)
    }
}

/// Makes the pictures of one request: from the cache, from a storyboard beside the item, or by decoding the item.
///
/// Blocks: for the thread of a request.
struct PictureMaker {
    private let host: PictureHost
    private let lane: PictureLane
    private let ticket: PictureTicket
    private let request: PictureRequest
    private let origin: PictureOrigin

    init(
        _ host: PictureHost, _ lane: PictureLane, _ ticket: PictureTicket, _ request: PictureRequest,
        _ origin: PictureOrigin
    ) {
        (self.host, self.lane, self.ticket, self.request, self.origin) = (host, lane, ticket, request, origin)
    }

    private var cache: PictureCache { host.pictures }

    /// The picture of the request's time.
    func thumbnail() throws(PictureFailure) -> MomentPicture {
        let item = origin.item
        let time = request.time.nanoseconds
        if !request.exact, let storyboard = origin.storyboard, let tile = storyboard.tile(at: request.time),
            let picture = picture(of: tile, storyboard)
        {
            return picture
        }
        if let known = cache.moment(of: item, at: time, width: request.width, exact: request.exact) { return known }
        let part = cache.newPart()
        let made = try make(.moments([time], width: request.width, exact: request.exact), item, part)
        guard
            let picture = cache.keep(
                part, of: item, asked: time, time: made.times.first ?? time, width: request.width,
                exact: request.exact)
        else { throw Self.unwritable }
        return picture
    }

    /// Pictures of the whole item.
    func storyboard(count: Int) throws(PictureFailure) -> [MomentPicture] {
        let item = origin.item
        if let storyboard = origin.storyboard {
            let tiles = storyboard.tiles(upTo: count).compactMap { place(of: $0, storyboard) }
            if !tiles.isEmpty { return tiles }
        }
        if let known = cache.sheet(of: item, count: count, width: request.width) {
            return Self.tiles(of: known.uri, known.made)
        }
        let duration = request.duration?.nanoseconds ?? 0
        // In the middle of each part: beginnings are often black.
        let times = (0..<count).map { duration / Int64(count) * Int64($0) + duration / Int64(count * 2) }
        let part = cache.newPart()
        let made = try make(.moments(times, width: request.width, exact: false), item, part)
        guard let uri = cache.keep(part, of: item, count: count, width: request.width, made: made) else {
            throw Self.unwritable
        }
        return Self.tiles(of: uri, made)
    }

    private static let unwritable = PictureFailure(
        "The picture could not be written to the cache: check the space and the permissions of ~/.cache/mediad.")

    /// The addresses of the tiles in a sheet.
    private static func tiles(of uri: String, _ made: PictureMade) -> [MomentPicture] {
        made.times.enumerated().map { index, time in
            let (x, y) = (index % made.columns * made.width, index / made.columns * made.height)
            return MomentPicture(
                uri: "\(uri)#xywh=\(x),\(y),\(made.width),\(made.height)", time: MediaTime(nanoseconds: time))
        }
    }

    // MARK: The worker

    private func make(
        _ content: PictureTask.Content, _ item: String, _ part: String, of uri: String? = nil
    ) throws(PictureFailure) -> PictureMade {
        let uri = uri ?? request.uri
        guard host.mayTry(item) else {
            throw PictureFailure("There are no pictures of \(uri): it has ended the process that makes them.")
        }
        let watch = host.watch(origin.path)
        let outcome = lane.perform(
            uri, content, into: part, isStopping: { ticket.isCancelled || watch.silent != nil },
            complain: { host.debug($0) })
        if case .made(let made) = outcome { return made }
        unlink(part)
        if !ticket.isCancelled, let mount = watch.silent {
            let failure = PictureFailure.unread(uri, mount)
            host.log(failure.message)
            throw failure
        }
        switch outcome {
        case .made, .stopped: throw .cancelled
        case .exhausted:
            throw PictureFailure("There is no picture of \(uri): the process that makes pictures ran out of time.")
        case .refused(let why):
            let failure = PictureFailure("There is no picture of \(uri): \(why).")
            host.log(failure.message)
            throw failure
        case .slow(let why, let isBusy):
            var failure = PictureFailure(
                "There is no picture of \(uri) yet: \(why). "
                    + (isBusy
                        ? "It is tried again when the machine is less busy; ask for it then."
                        : "Ask for fewer pictures, or try again later."))
            failure.isSlow = isBusy
            host.log(failure.message)
            throw failure
        case .lost(let how):
            let failure = PictureFailure(
                "There is no picture of \(uri): the process that makes pictures \(how). The file may be damaged.")
            host.died(item, failure.message)
            throw failure
        }
    }

    // MARK: A storyboard beside the item

    /// A tile as a whole picture file; nil if it is too small or cannot be read.
    private func picture(of tile: Storyboard.Tile, _ storyboard: Storyboard) -> MomentPicture? {
        guard let place = place(of: tile, storyboard) else { return nil }
        let pieces = place.uri.split(separator: "#", maxSplits: 1)
        let uri = String(pieces[0])
        guard let path = FileURI.path(of: uri), let identity = ContentIdentity(path: path) else { return nil }
        let item = PictureCache.name(of: identity)
        var area: PictureTask.Area?
        var name = "\(item)-part"
        if case .file(_, let tileArea?) = tile.place {
            area = .init(x: tileArea.x, y: tileArea.y, width: tileArea.width, height: tileArea.height)
            guard tileArea.width >= request.width else { return nil }
            name += "-\(tileArea.x)-\(tileArea.y)-\(tileArea.width)-\(tileArea.height)"
        }
        if let known = cache.file("\(name).png") { return MomentPicture(uri: known, time: tile.time) }
        let part = cache.newPart()
        guard let made = try? make(.part(area), item, part, of: uri) else { return nil }
        guard made.width >= request.width else {
            unlink(part)
            return nil
        }
        return cache.keep(part, as: "\(name).png").map { MomentPicture(uri: $0, time: tile.time) }
    }

    /// The address of a tile.
    private func place(of tile: Storyboard.Tile, _ storyboard: Storyboard) -> MomentPicture? {
        switch tile.place {
        case .file(let uri, nil): return MomentPicture(uri: uri, time: tile.time)
        case .file(let uri, let area?):
            let fragment = "#xywh=\(area.x),\(area.y),\(area.width),\(area.height)"
            return MomentPicture(uri: uri + fragment, time: tile.time)
        case .bytes(let offset, let count):
            guard let identity = ContentIdentity(path: storyboard.path) else { return nil }
            let name = "\(PictureCache.name(of: identity))-bif-\(offset).jpg"
            let known = cache.file(name)
            let uri =
                known
                ?? MediaProbe.picture(ofBIF: storyboard.path, offset: offset, count: count)
                .flatMap { cache.keep($0, as: name) }
            return uri.map { MomentPicture(uri: $0, time: tile.time) }
        }
    }
}
