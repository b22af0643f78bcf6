import Foundation
import Proviso
import Testing

/// One letter wrong in one word of a rule file, of any kind: refused at its place, mostly with the word that was meant.
struct MisspelledWordTests {
    /// Words by what they are; each occurrence in the text is misspelled.
    private static let text = """
        proviso: 1
        attributes: [username, email, password, country, state, birthday, website, address, items, created, score]
        labels:
          username: { en: User name, de: Benutzername }
          password: { pl: { text: Hasło, gender: neuter, genitive: hasła } }
        hints:
          email: { en: We write to it once }
        scenarios:
          default: [username, email, password, country, state, birthday, website, address, items, created, score]
          register: [username, email, password]
          update: [email, website]
        rules:
          - [[username, email], required]
          - [username, string, { min: 3, max: 24, unit: characters, severity: warning }]
          - [username, match, { pattern: "^[a-z]+$", whole: true, ignoreCase: true, bail: true }]
          - [email, email, { enableIDN: true, checkDNS: false }]
          - { attributes: [password], type: string, min: 8, skipOnEmpty: false, severity: error }
          - { attributes: [password], type: passwordStrength, minLength: 10, maxRepeats: 2 }
          - [country, in, { range: [US, CA], caseFold: true }]
          - attributes: [state]
            type: required
            when: [country, compare, { compareValue: US, operator: "==" }]
            unless: [email, required]
          - [birthday, date, { format: short, timeZone: UTC, max: now, strictDateFormat: true }]
          - [website, url, { validSchemes: [https], defaultScheme: https }]
          - [address, keys, { required: [street, city], prohibited: [planet] }]
          - { attributes: [items], type: each, stopOnFirstError: true, rule: [integer, { min: 1, strict: true }] }
          - [items, distinct]
          - [items, count, { min: 1, max: 9 }]
          - [created, datetime, { leapSeconds: true, timestampAttribute: score }]
          - [score, number, { locale: de, refuseAmbiguous: true, currency: EUR }]
          - [score, multipleOf, { of: 0.5 }]
          - [username, confusable, { restriction: moderately, notLike: [admin] }]
          - [username, filter, { filter: [trim, lower, collapseSpaces] }]
          - [username, script, { scripts: [Latin, Cyrillic] }]
          - [website, base64, { padding: forbidden }]
          - [state, postalCode, { countryAttribute: country }]
          - { attributes: [state], type: compare, compareAttribute: country, options: { type: string } }
          - { attributes: [email], type: required, on: [register], message: { en: Please } }
          - { attributes: [email], type: trim, except: [update] }
        messages:
          en:
            required.blank: "{attribute} is missing."
            string.tooShort: "{attribute} has less than {min} letters."
        """

    /// Texts, codes of the world and locales are not words of the format, and any of them may be meant.
    private static let free: Set<String> = [
        "User", "name", "Benutzername", "Hasło", "hasła", "We", "write", "to", "it", "once", "street", "city", "planet",
        "admin", "Please", "short", "Any", "UTC", "EUR", "now", "true", "false", "letters", "less", "than", "has",
        "missing", "text", "https",
    ]

    private static let declarations = ["  default", "  register", "  update"]

    private struct Word {
        let spelling: String
        let range: Range<String.Index>
        let position: SourcePosition
    }

    private static let words: [Word] = {
        var words: [Word] = []
        for match in text.matches(of: /[A-Za-z][A-Za-z0-9.]*/) {
            let spelling = String(match.output)
            guard spelling.count > 3 || ["min", "max", "url"].contains(spelling), !free.contains(spelling) else {
                continue
            }
            // What a message shows is tested by itself: its place is the message's.
            let before = text[..<match.range.lowerBound]
            let line = before.split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
            if line.contains("\"") { continue }
            // A name that is declared wrongly is missed where it is used, and that is right.
            if line.hasPrefix("attributes: [") || declarations.contains(line + spelling) { continue }
            let position = SourcePosition(file: "f", line: before.count { $0 == "\n" } + 1, column: line.count + 1)
            words.append(Word(spelling: spelling, range: match.range, position: position))
        }
        return words
    }()

    private static func misspelled(_ word: String, _ generator: inout Generator) -> String {
        var letters = Array(word)
        let place = generator.below(letters.count)
        let letter = generator.pick(Array("abcdefghijklmnopqrstuvwxyz"))
        switch generator.below(4) {
        case 0: letters.remove(at: place)
        case 1: letters.insert(letter, at: place)
        case 2: letters[place] = letter
        default: if place + 1 < letters.count { letters.swapAt(place, place + 1) }
        }
        return String(letters)
    }

    private static func plan(_ text: String) throws(RuleSetError) {
        var registry = Registry.standard
        registry.services.comparesRecords = true
        _ = try Plan(RuleSet(parsing: text, file: "f"), registry: registry)
    }

    @Test func theTextItselfIsFine() throws {
        try Self.plan(Self.text)
        #expect(Self.words.count > 150)
    }

    @Test func eachIsRefusedAtItsPlace() {
        var generator = Generator(seed: 18)
        let known = Set(Self.words.map(\.spelling))
        var (refused, suggested, accepted, misplaced) = (0, 0, [String](), [String]())
        var unsuggested: [String] = []
        while refused + accepted.count < 400 {
            let word = generator.pick(Self.words)
            let wrong = Self.misspelled(word.spelling, &generator)
            if known.contains(wrong) || ["on", "in", "Latn"].contains(wrong) { continue }
            let mutant = Self.text.replacingCharacters(in: word.range, with: wrong)
            do throws(RuleSetError) {
                try Self.plan(mutant)
                accepted.append("\(word.position): \(wrong) for \(word.spelling)")
            } catch {
                refused += 1
                // A misspelled name may be missed in several places: one of them is the word's own.
                let own = error.diagnostics.filter { $0.position == word.position }
                if own.isEmpty { misplaced.append("\(word.position): \(wrong) for \(word.spelling): \(error)") }
                if error.diagnostics.contains(where: { $0.suggestion == word.spelling }) {
                    suggested += 1
                } else {
                    unsuggested.append("\(word.position): \(wrong) for \(word.spelling): \(error)")
                }
            }
        }
        #expect(accepted == [])
        #expect(misplaced == [])
        #expect(suggested * 100 >= refused * 90, "\(suggested) of \(refused): \(unsuggested)")
    }
}
