/// What is shown to whoever wonders why the machine stays awake.
enum InhibitionText {
    static let application = "mediad"
    static let reason = "Media is playing"
}
