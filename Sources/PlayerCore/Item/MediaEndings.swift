/// The extensions of media file names, in lower case.
public enum MediaEndings {
    public static let video: Set<String> = [
        "mkv", "webm", "mp4", "m4v", "mov", "avi", "ts", "m2ts", "mpg", "mpeg", "ogv", "wmv", "flv",
    ]
    public static let sound: Set<String> = ["mp3", "m4a", "m4b", "ogg", "oga", "opus", "flac", "wav", "aac"]
}
