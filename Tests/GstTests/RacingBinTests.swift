import CGLib
import CGStreamer
import Foundation
import GLibLoop
import Synchronization
import TestSupport
import Testing

@testable import Gst

/// Bins that streaming threads change while they are looked at.
@Suite struct RacingBinTests {
    init() throws { try Gst.initialize() }

    /// A GStreamer object on its way to another thread; references are counted atomically.
    private struct Parcel<Pointee>: @unchecked Sendable { let pointer: UnsafeMutablePointer<Pointee> }

    /// While one thread takes an element out of its bin, under the element's lock, nobody may read where it is.
    @Test func wherePostersAreIsReadUnderTheirLock() throws {
        let bin = try #require(gst_bin_new("bin"))
        defer { gst_object_unref(bin) }
        let element = try #require(gst_element_factory_make("identity", "poster"))
        gst_bin_add(cgst_bin(bin), element)
        let message = Parcel(pointer: try #require(gst_message_new_duration_changed(cgst_object(element))))
        defer { gst_message_unref(message.pointer) }

        let ancestries = Mailbox<[ObjectIdentity]>()
        g_mutex_lock(&element.pointee.object.lock)
        Thread.detachNewThread { ancestries.post(PipelineMessage(message.pointer)?.ancestry ?? []) }
        // Were it read without the lock, it would be there by now.
        let early = try? ancestries.next(within: .milliseconds(200))
        g_mutex_unlock(&element.pointee.object.lock)
        #expect(early == nil)
        #expect(try early ?? ancestries.next() == [ObjectIdentity(element), ObjectIdentity(bin)])
    }

    /// Elements come and go while the descendants of a bin are counted: those that stay are all found.
    @Test @MediaActor func whatIsInABinIsFoundWhileItChanges() throws {
        let bin = Element.bin(name: "busy")
        for number in 0..<20 { bin.add(try Element("identity", name: "stays-\(number)")) }
        let busy = Parcel(pointer: bin.pointer)
        let begun = Mailbox<Bool>()
        let end = Mailbox<Bool>()
        let isOver = Flag()
        Thread.detachNewThread {
            var hasBegun = false
            while !isOver.isSet, let element = gst_element_factory_make("identity", nil) {
                gst_bin_add(cgst_bin(busy.pointer), element)
                gst_bin_remove(cgst_bin(busy.pointer), element)
                if !hasBegun { begun.post(true) }
                hasBegun = true
            }
            end.post(true)
        }
        #expect(try begun.next())
        var counts: Set<Int> = []
        for _ in 0..<500 { counts.insert(bin.descendants.count { $0.name.hasPrefix("stays") }) }
        isOver.set()
        #expect(try end.next())
        #expect(counts == [20])
    }

    private final class Flag: Sendable {
        private let value = Atomic(false)
        var isSet: Bool { value.load(ordering: .acquiring) }
        func set() { value.store(true, ordering: .releasing) }
    }
}
