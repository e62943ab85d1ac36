internal import CXCB

/// The relevant events of an X server, as values.
enum X11Event: Sendable {
    /// The window was moved, resized, reparented or restacked.
    case configured(xcb_window_t)
    case property(xcb_window_t, xcb_atom_t)
    case message(xcb_window_t, type: xcb_atom_t, data: [UInt32])
    case mapped(xcb_window_t)
    case unmapped(xcb_window_t)
    case destroyed(xcb_window_t)
    case focused(Bool)
    case obscured(Bool)
    /// The contents are lost: the window was mapped, or a window that covered it went away.
    case exposed
    case key(code: UInt8, state: UInt16)
    case press(button: Int, x: Int, y: Int, time: UInt32)
    case release(button: Int, x: Int, y: Int)
    case motion(x: Int, y: Int)
    case entered(x: Int, y: Int)
    case left
    case keyboardChanged

    /// - Returns: nil for irrelevant events and for errors: the effect of each request is read back.
    init?(_ event: UnsafeMutablePointer<xcb_generic_event_t>) {
        func read<Body>(_ type: Body.Type) -> Body { UnsafeMutableRawPointer(event).load(as: type) }
        // The highest bit marks events that another client sent.
        switch Int32(event.pointee.response_type & 0x7f) {
        case XCB_CONFIGURE_NOTIFY: self = .configured(read(xcb_configure_notify_event_t.self).window)
        case XCB_REPARENT_NOTIFY: self = .configured(read(xcb_reparent_notify_event_t.self).window)
        case XCB_PROPERTY_NOTIFY:
            let event = read(xcb_property_notify_event_t.self)
            self = .property(event.window, event.atom)
        case XCB_CLIENT_MESSAGE:
            let event = read(xcb_client_message_event_t.self)
            guard event.format == 32 else { return nil }
            let words = event.data.data32
            self = .message(
                event.window, type: event.type, data: [words.0, words.1, words.2, words.3, words.4])
        case XCB_MAP_NOTIFY: self = .mapped(read(xcb_map_notify_event_t.self).window)
        case XCB_UNMAP_NOTIFY: self = .unmapped(read(xcb_unmap_notify_event_t.self).window)
        case XCB_DESTROY_NOTIFY: self = .destroyed(read(xcb_destroy_notify_event_t.self).window)
        case XCB_FOCUS_IN, XCB_FOCUS_OUT:
            let event = read(xcb_focus_in_event_t.self)
            // A grab (a global shortcut, a drag by the window manager) or the position of the pointer does not change
            // the focus.
            guard event.mode != XCB_NOTIFY_MODE_GRAB.rawValue, event.mode != XCB_NOTIFY_MODE_UNGRAB.rawValue,
                event.detail < XCB_NOTIFY_DETAIL_POINTER.rawValue
            else { return nil }
            self = .focused(Int32(event.response_type & 0x7f) == XCB_FOCUS_IN)
        case XCB_VISIBILITY_NOTIFY:
            let state = read(xcb_visibility_notify_event_t.self).state
            self = .obscured(UInt32(state) == XCB_VISIBILITY_FULLY_OBSCURED.rawValue)
        case XCB_EXPOSE:
            // The last event of a series with one event per rectangle.
            guard read(xcb_expose_event_t.self).count == 0 else { return nil }
            self = .exposed
        case XCB_KEY_PRESS:
            let event = read(xcb_key_press_event_t.self)
            self = .key(code: event.detail, state: event.state)
        case XCB_BUTTON_PRESS:
            let event = read(xcb_button_press_event_t.self)
            self = .press(
                button: Int(event.detail), x: Int(event.event_x), y: Int(event.event_y), time: event.time)
        case XCB_BUTTON_RELEASE:
            let event = read(xcb_button_release_event_t.self)
            self = .release(button: Int(event.detail), x: Int(event.event_x), y: Int(event.event_y))
        case XCB_MOTION_NOTIFY:
            let event = read(xcb_motion_notify_event_t.self)
            self = .motion(x: Int(event.event_x), y: Int(event.event_y))
        case XCB_ENTER_NOTIFY, XCB_LEAVE_NOTIFY:
            let event = read(xcb_enter_notify_event_t.self)
            // Every click causes grabs, during which the pointer does not move.
            guard event.mode == XCB_NOTIFY_MODE_NORMAL.rawValue else { return nil }
            let isEntering = Int32(event.response_type & 0x7f) == XCB_ENTER_NOTIFY
            self = isEntering ? .entered(x: Int(event.event_x), y: Int(event.event_y)) : .left
        case XCB_MAPPING_NOTIFY: self = .keyboardChanged
        default: return nil
        }
    }
}
