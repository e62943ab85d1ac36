/// The interfaces that mediactl talks to.
enum DaemonInterface: String, Hashable, Sendable, CaseIterable {
    case root = "org.mpris.MediaPlayer2"
    case player = "org.mpris.MediaPlayer2.Player"
    case trackList = "org.mpris.MediaPlayer2.TrackList"
    case queue = "org.mediad.Queue1"
    case chapters = "org.mediad.Chapters1"
    case segments = "org.mediad.Segments1"
    case proposal = "org.mediad.Proposal1"
    case window = "org.mediad.Window1"
    case trim = "org.mediad.Trim1"
    case tracks = "org.mediad.Tracks1"
    case session = "org.mediad.Session1"
    /// Of one export; each has an object of its own.
    case exportJob = "org.mediad.ExportJob1"

    /// mediad's names on the bus, its own first: the MPRIS name may be given up while nothing plays.
    static let busNames = ["org.mediad.Player1", "org.mpris.MediaPlayer2.mediad"]

    /// The object that has the interface.
    var path: String {
        switch self {
        case .root, .player, .trackList: "/org/mpris/MediaPlayer2"
        case .queue, .chapters, .segments, .proposal, .window, .trim, .tracks, .session, .exportJob:
            "/org/mediad/Player1"
        }
    }
}
