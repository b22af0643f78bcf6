/// Writes the subject of a message: the value as its catalog names it.
extension MessageProgram {
    @inline(never)
    func write(
        subject form: Int32, isStart: Bool, with state: inout MessageFormatter, in setting: Setting,
        labels: (String) -> String
    ) {
        let form = form < 0 ? nil : LabelForm.allCases[Int(form)]
        guard let subject = setting.subject(form) else {
            return writeLabel(isStart: isStart, form, with: &state, in: setting)
        }
        if !state.isNamed {
            return subject.unnamed.write(subject.unnamed.main, with: &state, in: setting, labels: labels)
        }
        guard let frame = subject.frame else {
            return subject.named.write(subject.named.main, with: &state, in: setting, labels: labels)
        }
        state.out.append(frame.prefix)
        // Text before the label begins the sentence in its place.
        state.insertLabel(isStart && frame.prefix.isEmpty ? state.firstLabel : state.label, setting)
        state.out.append(frame.suffix)
    }

    /// A catalog without a subject shows the label, in the form if the label has it.
    private func writeLabel(
        isStart: Bool, _ form: LabelForm?, with state: inout MessageFormatter, in setting: Setting
    ) {
        if let form, let place = state.place(of: form.argument, guess: -1),
            case .text(let text) = state.parameters[place].value
        {
            return state.insert(text, setting)
        }
        state.insertLabel(isStart ? state.firstLabel : state.label, setting)
    }
}

extension MessageFormatter.Setting {
    /// The subject of the catalog, or of its parent in the same language; `nil` if they have none.
    func subject(_ form: LabelForm?) -> Subject? {
        var setting = self
        while true {
            if let subject = setting.slot?.subject(form, register) { return subject }
            guard let parent = setting.parent else { break }
            setting = parent
        }
        // A language without this case has one form for all.
        return form == nil ? nil : subject(nil)
    }
}
