internal import DBusKit
internal import PlayerCore

/// The notification of one subject: at most one on the screen, and at most one call under way.
@BusActor
final class NotificationSlot {
    private let subject: Prompt.Subject
    private let server: NotificationServer
    private var wanted: Prompt?
    /// What the server was told last.
    private var sent: Prompt?
    /// The server's number of what it shows.
    private var id: UInt32?
    private var isCalling = false
    /// Counts servers: what one answers says nothing of the next.
    private var epoch = 0
    /// The prompt that was answered.
    private var answered: UInt64?

    init(_ subject: Prompt.Subject, _ server: NotificationServer) {
        self.subject = subject
        self.server = server
    }

    /// Makes this what is shown, as soon as there is a server that shows it; nil: nothing.
    func want(_ prompt: Prompt?) {
        wanted = prompt
        if prompt != nil { server.need() }
        settle()
    }

    /// There is another server, or none.
    func forget() {
        epoch += 1
        (id, sent, isCalling) = (nil, nil, false)
        settle()
    }

    private func settle() {
        guard !isCalling, let capabilities = server.capabilities else { return }
        guard let wanted else {
            if let id { server.close(id) }
            (id, sent) = (nil, nil)
            return
        }
        guard wanted != sent else { return }
        // A click on the notification does not say which prompt it was made for: another question is another notification.
        if let id, wanted.number != sent?.number, wanted.mainButton(subject) != nil {
            server.close(id)
            self.id = nil
        }
        (isCalling, sent) = (true, wanted)
        let epoch = epoch
        let content = NotificationContent(wanted, subject, capabilities)
        server.notify(content.arguments(replacing: id)) { [weak self] id in
            guard let self, epoch == self.epoch else { return }
            isCalling = false
            self.id = id
            settle()
        }
    }

    /// Whether it is this notification that went; nobody shows it any more.
    func wentAway(_ id: UInt32) -> Bool {
        guard id == self.id else { return false }
        wanted = nil
        // One that is being replaced comes back, and is closed then.
        if !isCalling { (self.id, sent) = (nil, nil) }
        return true
    }

    /// What a press on one of its buttons means; nil where it means nothing, as on buttons of what is asked no more.
    func command(of id: UInt32, _ key: String) -> PlayerCommand? {
        guard id == self.id, let wanted, let button = button(key, of: wanted) else { return nil }
        if !subject.takesSeveralAnswers {
            guard answered != wanted.number else { return nil }
            answered = wanted.number
        }
        return button.command
    }

    private func button(_ key: String, of prompt: Prompt) -> Prompt.Button? {
        // The notification shows this question, or it would have another number.
        if key == NotificationContent.click { return prompt.number == sent?.number ? prompt.mainButton(subject) : nil }
        guard let (number, index) = NotificationContent.button(key), number == prompt.number,
            prompt.buttons.indices.contains(index)
        else { return nil }
        return prompt.buttons[index]
    }
}
