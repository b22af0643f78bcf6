import Testing

struct ExpansionTests {
    @Test func methodsMayWait() {
        expand(
            """
            @Validatable struct SignUp {
                let name: String
                @ValidationMethod("isFree", codes: [CodeDescription("name.taken")])
                func isFree(_ value: AnyValue) async throws -> [Finding] { [] }
                @ValidationMethod func isKnown(value: AnyValue) async -> [Finding] { [] }
            }
            """,
            to: """
                struct SignUp {
                    let name: String
                    func isFree(_ value: AnyValue) async throws -> [Finding] { [] }
                    func isKnown(value: AnyValue) async -> [Finding] { [] }
                }

                extension SignUp: Proviso.ValidatableModel, Proviso.AsyncModel {
                    static let attributes: [Proviso.Attribute<SignUp>] = {
                        #sourceLocation(file: "test.swift", line: 2)
                        let attribute1 = Proviso.Attribute<SignUp>("name", reading: \\.name)
                        #sourceLocation()
                        return [attribute1]
                    }()

                    borrowing func writeAttributes(to values: inout Proviso.AttributeWriter) {
                        values.write(self.name)
                    }

                    static let ruleSet = Proviso.RuleSet()

                    static let methods: [Proviso.ValidationMethod<SignUp>] = [
                        Proviso.ValidationMethod(async: "isFree", codes: [CodeDescription("name.taken")]) { model, value in
                            try await model.isFree(value)
                        },
                        Proviso.ValidationMethod(async: "isKnown") { model, value in
                            await model.isKnown(value: value)
                        },
                    ]
                }
                """)
    }

    @Test func readsLikeAPersonWroteIt() {
        expand(
            """
            @Validatable
            public struct SignUp {
                @Label(["en": "User name", "de": "Benutzername"])
                @Rules(.required, .string(min: 3, max: 24))
                public var username = ""
                @Rules(.email, on: "register", message: "No address.")
                public var email: String?
                public let id: Int
                static let count = 0
                var initial: String { String(username.prefix(1)) }

                static let rules = [Rule("username, email", .type("checkCountry"))]
                static let messages: [String: [Code: String]] = ["en": ["country.embargo": "Not there."]]

                @ValidationMethod("checkCountry", codes: [CodeDescription("country.embargo")])
                func checkCountry(_ value: borrowing Value, _ context: inout ValidationContext) {}
            }
            """,
            to: """
                public struct SignUp {
                    public var username = ""
                    public var email: String?
                    public let id: Int
                    static let count = 0
                    var initial: String { String(username.prefix(1)) }

                    static let rules = [Rule("username, email", .type("checkCountry"))]
                    static let messages: [String: [Code: String]] = ["en": ["country.embargo": "Not there."]]
                    func checkCountry(_ value: borrowing Value, _ context: inout ValidationContext) {}
                }

                extension SignUp: Proviso.ValidatableModel {
                    public static let attributes: [Proviso.Attribute<SignUp>] = {
                        #sourceLocation(file: "test.swift", line: 5)
                        let attribute1 = Proviso.Attribute<SignUp>("username", \\.username, hasDefault: true)
                        #sourceLocation(file: "test.swift", line: 7)
                        let attribute2 = Proviso.Attribute<SignUp>("email", \\.email)
                        #sourceLocation(file: "test.swift", line: 8)
                        let attribute3 = Proviso.Attribute<SignUp>("id", reading: \\.id)
                        #sourceLocation()
                        return [attribute1, attribute2, attribute3]
                    }()

                    public borrowing func writeAttributes(to values: inout Proviso.AttributeWriter) {
                        values.write(self.username)
                        values.write(self.email)
                        values.write(self.id)
                    }

                    public static let ruleSet = Proviso.RuleSet(
                        rules: [
                            Proviso.Rule("username", .required, fileID: "TestModule/test.swift", line: 4, column: 5),
                            Proviso.Rule("username", .string(min: 3, max: 24), fileID: "TestModule/test.swift", line: 4, column: 5),
                            Proviso.Rule("email", .email, on: "register", message: "No address.", fileID: "TestModule/test.swift", line: 6, column: 5),
                        ] + rules,
                        labels: [
                            "username": ["en": "User name", "de": "Benutzername"],
                        ],
                        messages: messages,
                        position: Proviso.SourcePosition(file: "TestModule/test.swift", line: 1, column: 1)
                    )

                    public static let methods: [Proviso.ValidationMethod<SignUp>] = [
                        Proviso.ValidationMethod("checkCountry", codes: [CodeDescription("country.embargo")]) { model, value, context in
                            model.checkCountry(value, &context)
                        },
                    ]
                }
                """)
    }

    @Test func leavesToTheTypeWhatItDeclares() {
        expand(
            """
            @Validatable
            struct Item {
                var name = ""
                static let ruleSet = RuleSet()
            }
            """,
            to: """
                struct Item {
                    var name = ""
                    static let ruleSet = RuleSet()
                }

                extension Item: Proviso.ValidatableModel {
                    static let attributes: [Proviso.Attribute<Item>] = {
                        #sourceLocation(file: "test.swift", line: 3)
                        let attribute1 = Proviso.Attribute<Item>("name", \\.name, hasDefault: true)
                        #sourceLocation()
                        return [attribute1]
                    }()

                    borrowing func writeAttributes(to values: inout Proviso.AttributeWriter) {
                        values.write(self.name)
                    }
                }
                """)
    }

    @Test func genericTypesGetComputedProperties() {
        expand(
            """
            @Validatable
            struct Box<Content: AttributeValue> {
                var content: Content
            }
            """,
            to: """
                struct Box<Content: AttributeValue> {
                    var content: Content
                }

                extension Box: Proviso.ValidatableModel {
                    static var attributes: [Proviso.Attribute<Box>] {
                        #sourceLocation(file: "test.swift", line: 3)
                        let attribute1 = Proviso.Attribute<Box>("content", \\.content)
                        #sourceLocation()
                        return [attribute1]
                    }

                    borrowing func writeAttributes(to values: inout Proviso.AttributeWriter) {
                        values.write(self.content)
                    }

                    static var ruleSet: Proviso.RuleSet {
                        Proviso.RuleSet()
                    }
                }
                """)
    }
}
