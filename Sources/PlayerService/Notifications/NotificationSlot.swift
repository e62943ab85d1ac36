internal import DBusKit
internal import PlayerCore

/// The notification of a subject: at most one on the screen, and at most one pending call.
@BusActor
final class NotificationSlot {
    private let subject: Prompt.Subject
    private let server: NotificationServer
    private var wanted: Prompt?
    /// The last prompt that was sent to the server.
    private var sent: Prompt?
    /// The number of the shown notification.
    private var id: UInt32?
    private var isCalling = false
    /// Counts servers: the reply of one server does not apply to the next.
    private var epoch = 0
    /// The number of the prompt that was answered.
    private var answered: UInt64?

    init(_ subject: Prompt.Subject, _ server: NotificationServer) {
        self.subject = subject
        self.server = server
    }

    /// Sets the prompt to show, as soon as there is a server; nil: none.
    func want(_ prompt: Prompt?) {
        wanted = prompt
        if prompt != nil { server.need() }
        settle()
    }

    /// Forgets the notification, because the server has changed or gone away.
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
        // A click on the notification does not identify its prompt, so another prompt needs another notification.
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

    /// Handles a closed notification. Returns whether it was this one; its prompt is not shown again.
    func wentAway(_ id: UInt32) -> Bool {
        guard id == self.id else { return false }
        wanted = nil
        // A notification that is being replaced returns with a new number and is closed then.
        if !isCalling { (self.id, sent) = (nil, nil) }
        return true
    }

    /// The command of a button; nil if it has none, such as a button of an earlier prompt.
    func command(of id: UInt32, _ key: String) -> PlayerCommand? {
        guard id == self.id, let wanted, let button = button(key, of: wanted) else { return nil }
        if !subject.takesSeveralAnswers {
            guard answered != wanted.number else { return nil }
            answered = wanted.number
        }
        return button.command
    }

    private func button(_ key: String, of prompt: Prompt) -> Prompt.Button? {
        // The notification shows this prompt, or it would have another number.
        if key == NotificationContent.click { return prompt.number == sent?.number ? prompt.mainButton(subject) : nil }
        guard let (number, index) = NotificationContent.button(key), number == prompt.number,
            prompt.buttons.indices.contains(index)
        else { return nil }
        return prompt.buttons[index]
    }
}
