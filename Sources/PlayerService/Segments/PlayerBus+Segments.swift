internal import DBusKit
internal import PlayerCore

extension PlayerBus {
    /// `org.mediad.Segments1`: what is marked on the current item's timeline, and what is done about it.
    func segmentsInterface() -> BusInterface {
        BusInterface(
            OwnName.segments, methods: skippingMethods() + settingMethods(),
            properties: segmentProperties() + displayProperties(),
            signals: [
                BusSignal("Entered", [BusArgument("index", "u"), BusArgument("kind", "s")]),
                BusSignal("Left", [BusArgument("index", "u"), BusArgument("kind", "s")]),
                BusSignal(
                    "Skipped",
                    [
                        BusArgument("index", "u"), BusArgument("kind", "s"), BusArgument("from", "x"),
                        BusArgument("to", "x"), BusArgument("reason", "s"),
                    ]),
                BusSignal("Unskipped", [BusArgument("index", "u"), BusArgument("to", "x")]),
            ])
    }

    private func segmentProperties() -> [BusProperty] {
        [
            BusProperty("Segments", SegmentWriter.listType) { [weak self] in
                self?.segmentValues.segments ?? SegmentValues().segments
            },
            BusProperty("Active", "au") { [weak self] in
                .array("u", (self?.snapshot.segments.active ?? []).map { .uint32(UInt32(clamping: $0)) })
            },
            BusProperty(
                "Policies", "a{ss}",
                get: { [weak self] in self?.segmentValues.policies ?? SegmentValues().policies },
                set: { [weak self] value, reply in
                    do throws(DBusError) {
                        self?.perform(.setSegmentPolicies(try SegmentReader.policies(value)), reply)
                    } catch {
                        reply.fail(error)
                    }
                }),
            BusProperty("Offer", "a{sv}") { [weak self] in
                .properties(self.flatMap { SegmentWriter.offer($0.snapshot.segments) } ?? [:])
            },
            BusProperty("RequiresLinearPlayback", "b") { [weak self] in
                .boolean(self?.snapshot.segments.requiresLinearPlayback ?? false)
            },
        ]
    }

    private func displayProperties() -> [BusProperty] {
        [
            BusProperty("DisplayPosition", "x", emitsChange: .false) { [weak self] in
                guard let self else { return .int64(0) }
                return .int64(snapshot.segments.display.display(position).microseconds)
            },
            BusProperty("DisplayDuration", "x") { [weak self] in
                guard let snapshot = self?.snapshot, let duration = snapshot.current?.duration else { return .int64(0) }
                return .int64(snapshot.segments.display.display(duration).microseconds)
            },
            BusProperty("DisplayMarks", "ax") { [weak self] in
                .array("x", (self?.snapshot.segments.display.marks ?? []).map { .int64($0.microseconds) })
            },
        ]
    }

    private func skippingMethods() -> [BusMethod] {
        [
            BusMethod("Skip", answering: { [weak self] call in self?.perform(.takeOffer, call.reply) }),
            BusMethod("Dismiss", answering: { [weak self] call in self?.perform(.dismissOffer, call.reply) }),
            BusMethod("Unskip", answering: { [weak self] call in self?.perform(.unskip, call.reply) }),
        ]
    }

    private func settingMethods() -> [BusMethod] {
        [
            BusMethod(
                "SetSegments", in: [BusArgument("segments", SegmentWriter.listType)],
                answering: { [weak self] call in
                    self?.taking(call, from: .program) { (_) throws(DBusError) in
                        .setSegments(try SegmentReader.segments(call.arguments[0]))
                    }
                }),
            BusMethod(
                "SetLinearPlayback", in: [BusArgument("linear", "b")],
                answering: { [weak self] call in
                    self?.perform(.setLinearPlayback(call.arguments[0] == .boolean(true)), call.reply)
                }),
        ]
    }

    /// Tells of what happened to a segment.
    func emitSegment(_ member: String, _ index: Int, _ rest: DBusValue...) {
        emit(Self.ownPath, OwnName.segments, member, [.uint32(UInt32(clamping: index))] + rest)
    }
}
