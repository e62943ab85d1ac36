/// The IDs of the elements that are used (RFC 9559 section 5; ChapterSkipType: Matroska version 5).
public enum MatroskaID {
    public static let ebml: UInt64 = 0x1A45_DFA3
    public static let void: UInt64 = 0xEC
    public static let ebmlMaxIDLength: UInt64 = 0x42F2
    public static let docType: UInt64 = 0x4282

    public static let segment: UInt64 = 0x1853_8067
    public static let seekHead: UInt64 = 0x114D_9B74
    public static let info: UInt64 = 0x1549_A966
    public static let tracks: UInt64 = 0x1654_AE6B
    public static let cluster: UInt64 = 0x1F43_B675
    public static let cues: UInt64 = 0x1C53_BB6B
    public static let chapters: UInt64 = 0x1043_A770
    public static let tags: UInt64 = 0x1254_C367
    public static let attachments: UInt64 = 0x1941_A469

    public static let timestamp: UInt64 = 0xE7
    public static let simpleBlock: UInt64 = 0xA3
    public static let blockGroup: UInt64 = 0xA0
    public static let block: UInt64 = 0xA1
    public static let blockDuration: UInt64 = 0x9B
    public static let discardPadding: UInt64 = 0x75A2

    public static let seek: UInt64 = 0x4DBB
    public static let seekID: UInt64 = 0x53AB
    public static let seekPosition: UInt64 = 0x53AC

    public static let timestampScale: UInt64 = 0x2AD7B1
    public static let muxingApp: UInt64 = 0x4D80
    public static let duration: UInt64 = 0x4489
    public static let title: UInt64 = 0x7BA9
    public static let segmentUUID: UInt64 = 0x73A4

    public static let trackEntry: UInt64 = 0xAE
    public static let trackType: UInt64 = 0x83
    public static let trackNumber: UInt64 = 0xD7
    public static let trackName: UInt64 = 0x536E
    public static let trackLanguage: UInt64 = 0x22B59C
    public static let trackLanguageBCP47: UInt64 = 0x22B59D
    public static let flagDefault: UInt64 = 0x88
    public static let flagForced: UInt64 = 0x55AA
    public static let flagHearingImpaired: UInt64 = 0x55AB
    public static let flagVisualImpaired: UInt64 = 0x55AC
    public static let flagTextDescriptions: UInt64 = 0x55AD
    public static let flagOriginal: UInt64 = 0x55AE
    public static let flagCommentary: UInt64 = 0x55AF
    public static let defaultDuration: UInt64 = 0x23E383
    public static let codecID: UInt64 = 0x86
    public static let codecPrivate: UInt64 = 0x63A2
    public static let codecDelay: UInt64 = 0x56AA
    public static let video: UInt64 = 0xE0
    public static let pixelWidth: UInt64 = 0xB0
    public static let pixelHeight: UInt64 = 0xBA
    public static let projection: UInt64 = 0x7670
    public static let projectionPoseYaw: UInt64 = 0x7673
    public static let projectionPoseRoll: UInt64 = 0x7675
    public static let audio: UInt64 = 0xE1
    public static let channels: UInt64 = 0x9F

    public static let editionEntry: UInt64 = 0x45B9
    public static let editionFlagHidden: UInt64 = 0x45BD
    public static let editionFlagDefault: UInt64 = 0x45DB
    public static let editionFlagOrdered: UInt64 = 0x45DD
    public static let chapterAtom: UInt64 = 0xB6
    public static let chapterUID: UInt64 = 0x73C4
    public static let chapterStringUID: UInt64 = 0x5654
    public static let chapterTimeStart: UInt64 = 0x91
    public static let chapterTimeEnd: UInt64 = 0x92
    public static let chapterFlagHidden: UInt64 = 0x98
    public static let chapterFlagEnabled: UInt64 = 0x4598
    public static let chapterSegmentUUID: UInt64 = 0x6E67
    public static let chapterSkipType: UInt64 = 0x4588
    public static let chapterDisplay: UInt64 = 0x80
    public static let chapString: UInt64 = 0x85
    public static let chapLanguage: UInt64 = 0x437C
    public static let chapLanguageBCP47: UInt64 = 0x437D
    public static let chapCountry: UInt64 = 0x437E

    public static let tag: UInt64 = 0x7373
    public static let targets: UInt64 = 0x63C0
    public static let targetTypeValue: UInt64 = 0x68CA
    public static let tagTrackUID: UInt64 = 0x63C5
    public static let tagEditionUID: UInt64 = 0x63C9
    public static let tagChapterUID: UInt64 = 0x63C4
    public static let tagAttachmentUID: UInt64 = 0x63C6
    public static let simpleTag: UInt64 = 0x67C8
    public static let tagName: UInt64 = 0x45A3
    public static let tagDefault: UInt64 = 0x4484
    public static let tagString: UInt64 = 0x4487

    public static let attachedFile: UInt64 = 0x61A7
    public static let fileDescription: UInt64 = 0x467E
    public static let fileName: UInt64 = 0x466E
    public static let fileMediaType: UInt64 = 0x4660
    public static let fileData: UInt64 = 0x465C
    public static let fileUID: UInt64 = 0x46AE

    /// Whether an element is directly in the Segment or beside it: where one begins, an element of unknown size ends.
    public static func isTopLevel(_ id: UInt64) -> Bool {
        switch id {
        case ebml, segment, seekHead, info, tracks, cluster, cues, chapters, tags, attachments: true
        default: false
        }
    }
}
