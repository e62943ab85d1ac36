internal import CXCB
internal import Glibc
internal import PlayerCore

/// Requests for windows, the pointer and the keyboard.
extension X11Connection {
    func makeWindow(_ rect: WindowRect, events: UInt32) throws(WindowFault) -> xcb_window_t {
        let window = xcb_generate_id(raw)
        let values: [UInt32] = [blackPixel, events]
        let cookie = xcb_create_window_checked(
            raw, UInt8(XCB_COPY_FROM_PARENT), window, root, Int16(clamping: rect.x), Int16(clamping: rect.y),
            UInt16(clamping: max(1, rect.width)), UInt16(clamping: max(1, rect.height)), 0,
            UInt16(XCB_WINDOW_CLASS_INPUT_OUTPUT.rawValue), 0, XCB_CW_BACK_PIXEL.rawValue | XCB_CW_EVENT_MASK.rawValue,
            values)
        if let error = xcb_request_check(raw, cookie) {
            defer { free(error) }
            throw .noWindow("X error \(error.pointee.error_code)")
        }
        return window
    }

    /// Shows a picture at the window's top left where nothing is drawn over it; nil: black.
    func setBackground(of window: xcb_window_t, to picture: WindowPicture?) {
        guard isOpen else { return }
        if let picture, takesPixels {
            let pixmap = makePixmap(picture)
            xcb_change_window_attributes(raw, window, XCB_CW_BACK_PIXMAP.rawValue, [pixmap])
            // The window keeps a reference to the pixmap.
            xcb_free_pixmap(raw, pixmap)
        } else {
            xcb_change_window_attributes(raw, window, XCB_CW_BACK_PIXEL.rawValue, [blackPixel])
        }
        xcb_clear_area(raw, 0, window, 0, 0, 0, 0)
    }

    private func makePixmap(_ picture: WindowPicture) -> xcb_pixmap_t {
        let (width, height) = (UInt16(picture.width), UInt16(picture.height))
        let pixmap = xcb_generate_id(raw)
        xcb_create_pixmap(raw, depth, pixmap, root, width, height)
        let context = xcb_generate_id(raw)
        xcb_create_gc(raw, context, pixmap, 0, nil)
        // As many rows as fit into a request, whose header has 24 bytes.
        let room = 4 * Int(xcb_get_maximum_request_length(raw)) - 24
        let rows = max(1, min(room, 1 << 22) / (4 * picture.width))
        picture.pixels.withUnsafeBufferPointer { pixels in
            for first in stride(from: 0, to: picture.height, by: rows) {
                let count = min(rows, picture.height - first)
                xcb_put_image(
                    raw, UInt8(XCB_IMAGE_FORMAT_Z_PIXMAP.rawValue), pixmap, context, width, UInt16(count), 0,
                    Int16(first), 0, depth, UInt32(4 * picture.width * count),
                    pixels.baseAddress.map { $0 + 4 * picture.width * first })
            }
        }
        xcb_free_gc(raw, context)
        return pixmap
    }

    func destroy(_ window: xcb_window_t) { if isOpen { xcb_destroy_window(raw, window) } }

    func map(_ window: xcb_window_t) { if isOpen { xcb_map_window(raw, window) } }

    /// Unmaps a window and notifies the window manager that the window is withdrawn (ICCCM 4.1.4).
    func withdraw(_ window: xcb_window_t) {
        guard isOpen else { return }
        xcb_unmap_window(raw, window)
        var event = [UInt8](repeating: 0, count: 32)
        event[0] = UInt8(XCB_UNMAP_NOTIFY)
        event.withUnsafeMutableBytes { bytes in
            bytes.storeBytes(of: root, toByteOffset: 4, as: xcb_window_t.self)
            bytes.storeBytes(of: window, toByteOffset: 8, as: xcb_window_t.self)
        }
        sendToManager(event)
    }

    func selectEvents(_ events: UInt32, of window: xcb_window_t) {
        guard isOpen else { return }
        xcb_change_window_attributes(raw, window, XCB_CW_EVENT_MASK.rawValue, [events])
    }

    func configure(_ window: xcb_window_t, to rect: WindowRect, raising: Bool = false) {
        guard isOpen else { return }
        var mask =
            XCB_CONFIG_WINDOW_X.rawValue | XCB_CONFIG_WINDOW_Y.rawValue | XCB_CONFIG_WINDOW_WIDTH.rawValue
            | XCB_CONFIG_WINDOW_HEIGHT.rawValue
        var values = [
            UInt32(bitPattern: Int32(rect.x)), UInt32(bitPattern: Int32(rect.y)), UInt32(max(1, rect.width)),
            UInt32(max(1, rect.height)),
        ]
        if raising {
            mask |= XCB_CONFIG_WINDOW_STACK_MODE.rawValue
            values.append(XCB_STACK_MODE_ABOVE.rawValue)
        }
        xcb_configure_window(raw, window, UInt16(mask), values)
    }

    /// Raises a window and gives it the keyboard focus if there is no window manager.
    func raiseAndFocus(_ window: xcb_window_t) {
        guard isOpen else { return }
        xcb_configure_window(
            raw, window, UInt16(XCB_CONFIG_WINDOW_STACK_MODE.rawValue), [XCB_STACK_MODE_ABOVE.rawValue])
        xcb_set_input_focus(raw, UInt8(XCB_INPUT_FOCUS_POINTER_ROOT.rawValue), window, 0)
    }

    /// The area of the window on its screen, regardless of its parents; nil if it does not exist.
    func geometry(of window: xcb_window_t) -> WindowRect? {
        guard isOpen else { return nil }
        noteAnswer()
        let sizeCookie = xcb_get_geometry(raw, window)
        let placeCookie = xcb_translate_coordinates(raw, window, root, 0, 0)
        let size = xcb_get_geometry_reply(raw, sizeCookie, nil)
        let place = xcb_translate_coordinates_reply(raw, placeCookie, nil)
        defer {
            free(size)
            free(place)
        }
        guard let size, let place else { return nil }
        return WindowRect(
            x: Int(place.pointee.dst_x), y: Int(place.pointee.dst_y), width: Int(size.pointee.width),
            height: Int(size.pointee.height))
    }

    /// The parent of the window: its frame, or the root window.
    func parent(of window: xcb_window_t) -> xcb_window_t? {
        noteAnswer()
        guard isOpen, let reply = xcb_query_tree_reply(raw, xcb_query_tree(raw, window), nil) else { return nil }
        defer { free(reply) }
        return reply.pointee.parent
    }

    /// The areas of the monitors, the primary one first; the whole screen if the monitors are unknown.
    func monitors() -> [WindowRect] {
        let screen = geometry(of: root) ?? WindowRect(x: 0, y: 0, width: 1, height: 1)
        guard isOpen, hasMonitors,
            let reply = xcb_randr_get_monitors_reply(raw, xcb_randr_get_monitors(raw, root, 1), nil)
        else { return [screen] }
        defer { free(reply) }
        var monitors: [WindowRect] = []
        var iterator = xcb_randr_get_monitors_monitors_iterator(reply)
        while iterator.rem > 0, let monitor = iterator.data?.pointee {
            let rect = WindowRect(
                x: Int(monitor.x), y: Int(monitor.y), width: Int(monitor.width), height: Int(monitor.height))
            if rect.width > 0, rect.height > 0 {
                monitors.insert(rect, at: monitor.primary != 0 ? 0 : monitors.count)
            }
            xcb_randr_monitor_info_next(&iterator)
        }
        return monitors.isEmpty ? [screen] : monitors
    }

    /// Makes a cursor without pixels.
    func makeBlankCursor(of window: xcb_window_t) -> xcb_cursor_t? {
        guard isOpen else { return nil }
        let (pixmap, context, cursor) = (xcb_generate_id(raw), xcb_generate_id(raw), xcb_generate_id(raw))
        xcb_create_pixmap(raw, 1, pixmap, window, 1, 1)
        // Its foreground is 0: no pixel of the mask is set.
        xcb_create_gc(raw, context, pixmap, 0, nil)
        var all = xcb_rectangle_t(x: 0, y: 0, width: 1, height: 1)
        xcb_poly_fill_rectangle(raw, pixmap, context, 1, &all)
        xcb_create_cursor(raw, cursor, pixmap, pixmap, 0, 0, 0, 0, 0, 0, 0, 0)
        xcb_free_gc(raw, context)
        xcb_free_pixmap(raw, pixmap)
        return cursor
    }

    /// Sets the cursor over a window; nil: that of the windows around it.
    func setCursor(_ cursor: xcb_cursor_t?, of window: xcb_window_t) {
        guard isOpen else { return }
        xcb_change_window_attributes(raw, window, XCB_CW_CURSOR.rawValue, [cursor ?? xcb_cursor_t(XCB_NONE)])
        xcb_flush(raw)
    }

    func releasePointer() { if isOpen { xcb_ungrab_pointer(raw, 0) } }

    /// The position of the pointer on the screen.
    func pointer() -> (x: Int, y: Int)? {
        noteAnswer()
        guard isOpen, let reply = xcb_query_pointer_reply(raw, xcb_query_pointer(raw, root), nil) else { return nil }
        defer { free(reply) }
        return (Int(reply.pointee.root_x), Int(reply.pointee.root_y))
    }

    func keyTable() -> KeyTable? {
        noteAnswer()
        guard isOpen, let setup = xcb_get_setup(raw) else { return nil }
        let first = setup.pointee.min_keycode
        let count = UInt8(clamping: Int(setup.pointee.max_keycode) - Int(first) + 1)
        guard let reply = xcb_get_keyboard_mapping_reply(raw, xcb_get_keyboard_mapping(raw, first, count), nil) else {
            return nil
        }
        defer { free(reply) }
        let symbols = UnsafeBufferPointer(
            start: xcb_get_keyboard_mapping_keysyms(reply), count: Int(xcb_get_keyboard_mapping_keysyms_length(reply)))
        return KeyTable(
            firstCode: Int(first), columns: Int(reply.pointee.keysyms_per_keycode), symbols: Array(symbols))
    }
}
