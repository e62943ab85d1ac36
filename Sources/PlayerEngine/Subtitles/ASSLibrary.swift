internal import CAss
internal import Glibc

/// The functions of libass, which is loaded when the first lines are drawn.
struct ASSLibrary {
    typealias Text = UnsafePointer<CChar>
    typealias Bytes = UnsafeMutablePointer<CChar>
    typealias Images = UnsafeMutablePointer<ASS_Image>
    typealias Make = @convention(c) () -> OpaquePointer?
    typealias Derive = @convention(c) (OpaquePointer) -> OpaquePointer?
    typealias Free = @convention(c) (OpaquePointer) -> Void
    typealias ReadMemory = @convention(c) (OpaquePointer, Bytes, Int, Text?) -> OpaquePointer?
    typealias AddFont = @convention(c) (OpaquePointer, Text, Text, Int32) -> Void
    typealias SetExtraction = @convention(c) (OpaquePointer, Int32) -> Void
    typealias ProcessHead = @convention(c) (OpaquePointer, Text, Int32) -> Void
    typealias ProcessLine = @convention(c) (OpaquePointer, Text, Int32, Int64, Int64) -> Void
    typealias SetNumbers = @convention(c) (OpaquePointer, Int32, Int32) -> Void
    typealias SetNumber = @convention(c) (OpaquePointer, Double) -> Void
    typealias SetFonts = @convention(c) (OpaquePointer, Text?, Text?, Int32, Text?, Int32) -> Void
    typealias Render = @convention(c) (OpaquePointer, OpaquePointer, Int64, UnsafeMutablePointer<Int32>?) -> Images?

    /// Nil if libass 9 is not installed.
    static let loaded = ASSLibrary()

    /// Creates a library, which owns fonts and messages.
    let makeLibrary: Make
    let freeLibrary: Free
    /// Adds a font with its name, bytes and size; it copies the bytes.
    let addFont: AddFont
    /// Sets whether fonts inside a script are used.
    let setExtraction: SetExtraction
    let makeRenderer: Derive
    let freeRenderer: Free
    /// Reads a script; may change the bytes.
    let readMemory: ReadMemory
    let makeTrack: Derive
    /// Reads the header of a script in the form that Matroska stores.
    let processHead: ProcessHead
    /// Reads a line in the form that Matroska stores: bytes, start and duration in milliseconds.
    let processLine: ProcessLine
    let freeTrack: Free
    let setFrameSize: SetNumbers
    let setPixelAspect: SetNumber
    let setFontScale: SetNumber
    /// Raises lines at the bottom by a percentage of the height.
    let setLinePosition: SetNumber
    let setCacheLimits: SetNumbers
    /// Renderer, default font, default family, provider (1: that of the system), configuration, whether to update.
    let setFonts: SetFonts
    /// Renderer, track, milliseconds, and the change: none, positions, or contents.
    let render: Render
    /// The address of `ass_set_message_cb`, whose parameters cannot be expressed in Swift.
    private let setMessages: UInt

    private init?() {
        // The library is never unloaded.
        guard let library = dlopen("libass.so.9", RTLD_NOW | RTLD_LOCAL) else { return nil }
        func function<Function>(_ name: String) -> Function? {
            dlsym(library, name).map { unsafeBitCast($0, to: Function.self) }
        }
        guard let setMessages = dlsym(library, "ass_set_message_cb"),
            let makeLibrary: Make = function("ass_library_init"), let freeLibrary: Free = function("ass_library_done"),
            let addFont: AddFont = function("ass_add_font"),
            let setExtraction: SetExtraction = function("ass_set_extract_fonts"),
            let makeRenderer: Derive = function("ass_renderer_init"),
            let freeRenderer: Free = function("ass_renderer_done"), let freeTrack: Free = function("ass_free_track"),
            let readMemory: ReadMemory = function("ass_read_memory"),
            let makeTrack: Derive = function("ass_new_track"),
            let processHead: ProcessHead = function("ass_process_codec_private"),
            let processLine: ProcessLine = function("ass_process_chunk"),
            let setFrameSize: SetNumbers = function("ass_set_frame_size"),
            let setPixelAspect: SetNumber = function("ass_set_pixel_aspect"),
            let setFontScale: SetNumber = function("ass_set_font_scale"),
            let setLinePosition: SetNumber = function("ass_set_line_position"),
            let setCacheLimits: SetNumbers = function("ass_set_cache_limits"),
            let setFonts: SetFonts = function("ass_set_fonts"), let render: Render = function("ass_render_frame")
        else { return nil }
        (self.makeLibrary, self.freeLibrary) = (makeLibrary, freeLibrary)
        (self.addFont, self.setExtraction) = (addFont, setExtraction)
        (self.makeRenderer, self.freeRenderer) = (makeRenderer, freeRenderer)
        (self.makeTrack, self.processHead, self.processLine) = (makeTrack, processHead, processLine)
        (self.readMemory, self.freeTrack) = (readMemory, freeTrack)
        (self.setFrameSize, self.setPixelAspect, self.setFontScale) = (setFrameSize, setPixelAspect, setFontScale)
        self.setLinePosition = setLinePosition
        (self.setCacheLimits, self.setFonts, self.render) = (setCacheLimits, setFonts, render)
        self.setMessages = UInt(bitPattern: setMessages)
    }

    /// Suppresses messages on standard error.
    func silence(_ library: OpaquePointer) {
        cass_silence(UnsafeMutableRawPointer(bitPattern: setMessages), UnsafeMutableRawPointer(library))
    }
}
