/// A program that a test needs is not installed.
public struct MissingTool: Error, CustomStringConvertible {
    public var name: String
    public var description: String { "\(name) is not installed" }
}
