/// The elements that are looked at, by their IDs (RFC 9559 section 5; ChapterSkipType: Matroska version 5).
enum MatroskaID {
    static let ebml: UInt64 = 0x1A45_DFA3
    static let ebmlMaxIDLength: UInt64 = 0x42F2
    static let docType: UInt64 = 0x4282

    static let segment: UInt64 = 0x1853_8067
    static let seekHead: UInt64 = 0x114D_9B74
    static let info: UInt64 = 0x1549_A966
    static let tracks: UInt64 = 0x1654_AE6B
    static let cluster: UInt64 = 0x1F43_B675
    static let cues: UInt64 = 0x1C53_BB6B
    static let chapters: UInt64 = 0x1043_A770
    static let tags: UInt64 = 0x1254_C367
    static let attachments: UInt64 = 0x1941_A469

    static let seek: UInt64 = 0x4DBB
    static let seekID: UInt64 = 0x53AB
    static let seekPosition: UInt64 = 0x53AC

    static let timestampScale: UInt64 = 0x2AD7B1
    static let duration: UInt64 = 0x4489
    static let title: UInt64 = 0x7BA9
    static let segmentUUID: UInt64 = 0x73A4

    static let trackEntry: UInt64 = 0xAE
    static let trackType: UInt64 = 0x83
    static let defaultDuration: UInt64 = 0x23E383

    static let editionEntry: UInt64 = 0x45B9
    static let editionFlagHidden: UInt64 = 0x45BD
    static let editionFlagDefault: UInt64 = 0x45DB
    static let editionFlagOrdered: UInt64 = 0x45DD
    static let chapterAtom: UInt64 = 0xB6
    static let chapterUID: UInt64 = 0x73C4
    static let chapterStringUID: UInt64 = 0x5654
    static let chapterTimeStart: UInt64 = 0x91
    static let chapterTimeEnd: UInt64 = 0x92
    static let chapterFlagHidden: UInt64 = 0x98
    static let chapterFlagEnabled: UInt64 = 0x4598
    static let chapterSegmentUUID: UInt64 = 0x6E67
    static let chapterSkipType: UInt64 = 0x4588
    static let chapterDisplay: UInt64 = 0x80
    static let chapString: UInt64 = 0x85
    static let chapLanguage: UInt64 = 0x437C
    static let chapLanguageBCP47: UInt64 = 0x437D
    static let chapCountry: UInt64 = 0x437E

    static let tag: UInt64 = 0x7373
    static let targets: UInt64 = 0x63C0
    static let targetTypeValue: UInt64 = 0x68CA
    static let tagTrackUID: UInt64 = 0x63C5
    static let tagEditionUID: UInt64 = 0x63C9
    static let tagChapterUID: UInt64 = 0x63C4
    static let tagAttachmentUID: UInt64 = 0x63C6
    static let simpleTag: UInt64 = 0x67C8
    static let tagName: UInt64 = 0x45A3
    static let tagDefault: UInt64 = 0x4484
    static let tagString: UInt64 = 0x4487

    static let attachedFile: UInt64 = 0x61A7
    static let fileName: UInt64 = 0x466E
    static let fileMediaType: UInt64 = 0x4660
    static let fileData: UInt64 = 0x465C

    /// Directly inside of the Segment, or beside it: where one begins, an element of unknown size ends.
    static func isTopLevel(_ id: UInt64) -> Bool {
        switch id {
        case ebml, segment, seekHead, info, tracks, cluster, cues, chapters, tags, attachments: true
        default: false
        }
    }
}
