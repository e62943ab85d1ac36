/// The texts that explain to the user why the machine stays awake.
enum InhibitionText {
    static let application = "mediad"
    static let reason = "Media is playing"
}
