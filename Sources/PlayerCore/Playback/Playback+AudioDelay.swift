// How much later than the picture the sound is heard.
extension Playback {
    /// Sets the delay for this item, and for items without their own.
    mutating func setAudioDelay(_ delay: MediaTime) -> Result<CommandReply, CommandRefusal> {
        guard let delay = AudioDelay.checked(delay) else {
            return .failure(.invalid("The sound is delayed by ten seconds at most, either way."))
        }
        // One that nobody can notice would only surprise with the next item. It can be taken back anywhere.
        if facts.isPrepared, delay != .zero {
            guard facts.hasVideo else { return .failure(.notPossible("This item has no picture.")) }
            if facts.tracks.audio.isEmpty { return .failure(.notPossible("This item has no sound.")) }
        }
        output.audioDelays.choose(delay, for: current?.id)
        perform(.delaySound(delay))
        return .success(.done)
    }

    /// Takes over the delay that was chosen for an item earlier, unless another one was chosen meanwhile.
    mutating func recallAudioDelay(_ generation: Generation, _ delay: MediaTime) {
        guard let id = itemID(of: generation), let delay = AudioDelay.checked(delay) else { return }
        output.audioDelays.recall(delay, for: id)
    }

    /// Applies the delay of the current item.
    mutating func settleAudioDelay() {
        if output.audioDelays.follow(current?.id, next: preload?.id) {
            perform(.delaySound(output.audioDelays.current))
        }
    }
}
