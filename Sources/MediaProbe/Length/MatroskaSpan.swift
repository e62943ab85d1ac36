internal import MediaContainers
internal import PlayerCore

/// Reads the times of the first and the last block of a Matroska file (RFC 9559 sections 5.1.3 and 10).
struct MatroskaSpan {
    private let ebml: EBMLReader

    init(_ bytes: ByteReader) { ebml = EBMLReader(bytes) }

    func read() throws(ProbeError) -> WrittenSpan? {
        guard let length = ebml.bytes.length, let beginning = try beginning() else { return nil }
        for tail in MediaProbe.tails {
            let start = max(beginning.offset, length - tail)
            let bytes = try ebml.bytes.available(at: start, count: Int(length - start))
            for place in MediaProbe.places(of: [0x1F, 0x43, 0xB6, 0x75], in: bytes, from: start) {
                guard let end = end(ofClusterAt: place, fileEnd: length) else { continue }
                return WrittenSpan(
                    start: MediaTime(nanoseconds: beginning.first) * beginning.scale,
                    end: MediaTime(nanoseconds: end) * beginning.scale)
            }
            if start == beginning.offset { break }
        }
        return nil
    }

    /// The time of the first block in a Cluster, in ticks.
    func start(ofClusterAt offset: Int64) -> Int64? {
        guard let cluster = try? ebml.element(at: offset), let time = timestamp(of: cluster) else { return nil }
        return firstBlock(of: cluster, at: time) ?? time
    }

    /// The first Cluster and its time in ticks; nanoseconds a tick.
    private func beginning() throws(ProbeError) -> (offset: Int64, first: Int64, scale: Double)? {
        var scale: UInt64 = 1_000_000
        var offset: Int64 = 0
        while true {
            let element = try ebml.element(at: offset)
            switch element.id {
            case MatroskaID.segment:
                offset = element.start
                continue
            case MatroskaID.info:
                try ebml.children(of: element) { child throws(ProbeError) in
                    if child.id == MatroskaID.timestampScale { scale = try ebml.unsigned(child, default: scale) }
                }
            case MatroskaID.cluster:
                guard let time = timestamp(of: element), scale > 0 else { return nil }
                let first = firstBlock(of: element, at: time) ?? time
                return (element.offset, first, Double(scale))
            default: break
            }
            guard let end = element.end else { return nil }
            offset = end
        }
    }

    /// The time of a Cluster, which comes before its blocks.
    private func timestamp(of cluster: EBMLElement) -> Int64? {
        var offset = cluster.start
        for _ in 0..<4 {
            guard let child = try? ebml.element(at: offset), let end = child.end else { return nil }
            if child.id == MatroskaID.timestamp {
                return (try? ebml.unsigned(child)).flatMap { Int64(exactly: $0) }
            }
            offset = end
        }
        return nil
    }

    private func firstBlock(of cluster: EBMLElement, at time: Int64) -> Int64? {
        var first: Int64?
        eachBlock(of: cluster, before: cluster.start + (4 << 10)) { _, start, _ in
            first = min(first ?? .max, time &+ start)
        }
        return first
    }

    /// The time of the end of a Cluster's last block, in ticks.
    private func end(ofClusterAt offset: Int64, fileEnd: Int64) -> Int64? {
        guard let cluster = try? ebml.element(at: offset), let time = timestamp(of: cluster) else { return nil }
        var last: [UInt8: Int64] = [:]
        var end: Int64?
        eachBlock(of: cluster, before: fileEnd) { track, start, duration in
            // Without a duration, a block lasts as long as the one before it in its track.
            let step = duration ?? last[track].map { start - $0 } ?? 0
            last[track] = start
            end = max(end ?? .min, time &+ start &+ max(0, step))
        }
        return end
    }

    /// Visits the complete blocks of a Cluster: their track, their time from that of the Cluster, and their duration.
    private func eachBlock(
        of cluster: EBMLElement, before limit: Int64, _ visit: (UInt8, Int64, Int64?) -> Void
    ) {
        var offset = cluster.start
        let end = min(cluster.end ?? limit, limit)
        while offset < end, let child = try? ebml.element(at: offset), let next = child.end, next <= end,
            !MatroskaID.isTopLevel(child.id)
        {
            switch child.id {
            case MatroskaID.simpleBlock:
                if let block = block(child) { visit(block.track, block.time, nil) }
            case MatroskaID.blockGroup:
                var found: (track: UInt8, time: Int64)?
                var duration: Int64?
                try? ebml.children(of: child) { part throws(ProbeError) in
                    if part.id == MatroskaID.block { found = block(part) }
                    if part.id == MatroskaID.blockDuration { duration = Int64(exactly: try ebml.unsigned(part)) }
                }
                if let found { visit(found.track, found.time, duration) }
            default: break
            }
            offset = next
        }
    }

    /// The track of a block, and its time from that of its Cluster.
    private func block(_ element: EBMLElement) -> (track: UInt8, time: Int64)? {
        guard let head = try? ebml.bytes.available(at: element.start, count: 11), let first = head.first else {
            return nil
        }
        let length = first.leadingZeroBitCount + 1
        guard length <= 8, head.count >= length + 2 else { return nil }
        let time = Int16(bitPattern: UInt16(head[length]) << 8 | UInt16(head[length + 1]))
        return (head[length - 1], Int64(time))
    }
}
