internal import SwiftDiagnostics
internal import SwiftIfConfig
internal import SwiftSyntax
internal import SwiftSyntaxMacros

/// What a type's declaration says about its attributes, rules and methods.
struct ModelParts {
    private(set) var properties: [Property] = []
    private(set) var methods: [Method] = []
    /// The static members the type declares itself, by name.
    private(set) var declared: [String: DeclSyntax] = [:]
    /// Whether the type writes its attributes itself.
    private(set) var writesAttributes = false
    let access: String
    let isGeneric: Bool
    /// Whether data may give constants their values when a model is made from it.
    private(set) var setsConstants = false
    /// The lines that copy all stored properties to a new model, constants with the values they are given.
    private(set) var copies: [String] = []
    /// The file and line of the type; `nil` if the compiler does not know them.
    let place: AbstractSourceLocation?
    private let names: DataNames

    init(_ declaration: some DeclGroupSyntax, _ node: AttributeSyntax, _ context: some MacroExpansionContext) {
        names = DataNames(declaration, node, context)
        let visible = ["public", "open", "package"]
        let modifier = declaration.modifiers.first { visible.contains($0.name.text) }
        access = modifier.map { $0.name.text == "open" ? "public " : "\($0.name.text) " } ?? ""
        let parameters = declaration.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause
        isGeneric = parameters != nil || context.lexicalContext.contains { $0.isGenericType }
        place = context.location(of: declaration, at: .afterLeadingTrivia, filePathMode: .fileID)
        read(declaration.memberBlock.members, context)
        let inherited = declaration.inheritanceClause?.inheritedTypes.map(\.type.trimmedDescription) ?? []
        let isParsable = inherited.contains { $0 == "ParsableModel" || $0.hasSuffix(".ParsableModel") }
        let isStruct = declaration.is(StructDeclSyntax.self)
        setsConstants = isParsable && isStruct && properties.contains { $0.isConstant && !$0.hasDefault }
        if let own = declared["ruleSet"] { refuseRules(beside: own, context) }
        checkMethods(context)
    }

    private mutating func read(_ members: MemberBlockItemListSyntax, _ context: some MacroExpansionContext) {
        for member in members {
            if let variable = member.decl.as(VariableDeclSyntax.self) {
                refuseConditionalMarks(in: variable.attributes, context)
                read(variable, context)
            } else if let function = member.decl.as(FunctionDeclSyntax.self) {
                refuseConditionalMarks(in: function.attributes, context)
                read(function, context)
            } else if let condition = member.decl.as(IfConfigDeclSyntax.self) {
                read(condition, context)
            }
        }
    }

    /// Reads the members of an `#if` that are compiled.
    private mutating func read(_ condition: IfConfigDeclSyntax, _ context: some MacroExpansionContext) {
        guard let configuration = context.buildConfiguration else {
            return context.report(
                condition.clauses.first.map { Syntax($0) } ?? Syntax(condition),
                "'@Validatable' cannot find out which members of this '#if' are compiled: move them out of it, or put the whole type into the '#if' twice"
            )
        }
        if case .decls(let members)? = condition.activeClause(in: configuration).clause?.elements {
            read(members, context)
        }
    }

    private func refuseConditionalMarks(in list: AttributeListSyntax, _ context: some MacroExpansionContext) {
        for element in list {
            guard let condition = element.as(IfConfigDeclSyntax.self) else { continue }
            context.report(
                condition,
                "'@Validatable' does not read attributes inside '#if': put the '#if' around the whole declaration")
        }
    }

    private mutating func read(_ variable: VariableDeclSyntax, _ context: some MacroExpansionContext) {
        let names = variable.bindings.compactMap { $0.pattern.as(IdentifierPatternSyntax.self)?.identifier }
        let marks = ["Rules", "Label"].compactMap { variable.attributes.named($0).first }
        if variable.modifiers.contains(where: { ["static", "class"].contains($0.name.text) }) {
            for name in names { declared[name.text] = DeclSyntax(variable) }
            return refuse(marks, "a static property is not an attribute", context)
        }
        if variable.bindings.contains(where: \.isComputed) {
            return refuse(marks, "a computed property is not an attribute", context)
        }
        if variable.modifiers.contains(where: { $0.name.text == "lazy" }) {
            return refuse(marks, "a lazy property is not an attribute: reading it would change the model", context)
        }
        copies += variable.copies(self.names)
        if let mark = variable.attributes.named("NoAttribute").first {
            return refuse(marks, "the property is marked '@NoAttribute'", at: mark, context)
        }
        if let wrapper = variable.attributes.wrapper {
            context.report(
                wrapper, "'@\(wrapper.name)' properties are not attributes: what they store is not their value",
                marks.isEmpty ? .note : .error)
            return
        }
        if names.count != variable.bindings.count {
            context.report(variable.bindings, "attributes have one name each: declare the properties one by one")
        }
        if let label = variable.attributes.named("Label").dropFirst().first {
            context.report(label, "a property has one label: put the locales in one '@Label'")
        }
        for binding in variable.bindings {
            guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier else { continue }
            if let kind = binding.typeAnnotation?.type.unfitKind {
                context.report(binding, "\(kind) is not an attribute: mark the property '@NoAttribute'")
            } else {
                properties.append(Property(variable, binding, name, names: self.names, context))
            }
        }
        for mark in variable.attributes.named("Rules") { checkRules(mark, context) }
        for mark in variable.attributes.named("Label") { LabelCheck.run(mark, context) }
    }

    private func checkRules(_ mark: AttributeSyntax, _ context: some MacroExpansionContext) {
        if case .argumentList(let arguments)? = mark.arguments, arguments.contains(where: { $0.label == nil }) {
            return
        }
        context.report(mark, "'@Rules' without a rule has no effect: name one, as in '@Rules(.required)'")
    }

    private func refuse(
        _ marks: [AttributeSyntax], _ reason: String, at place: AttributeSyntax? = nil,
        _ context: some MacroExpansionContext
    ) {
        for mark in marks { context.report(place ?? mark, "'@\(mark.name)' has no effect: \(reason)") }
    }

    private mutating func read(_ function: FunctionDeclSyntax, _ context: some MacroExpansionContext) {
        if function.name.text == "writeAttributes" { writesAttributes = true }
        guard let mark = function.attributes.named("ValidationMethod").first else { return }
        let method = Method(function, mark)
        if let fault = method.fault {
            context.report(fault.node, fault.reason)
        } else {
            methods.append(method)
        }
    }

    private func refuseRules(beside own: DeclSyntax, _ context: some MacroExpansionContext) {
        for property in properties {
            for mark in property.rules.map(\.attribute) + [property.label].compactMap(\.self) {
                context.report(
                    mark,
                    "'@\(mark.name)' has no effect: the type declares 'ruleSet' itself; name the list 'rules' to have both"
                )
            }
        }
    }

    private func checkMethods(_ context: some MacroExpansionContext) {
        var seen: Set<String> = []
        for method in methods where !seen.insert(method.type).inserted {
            context.report(method.mark, "two methods are named \(method.type)")
        }
    }
}

extension Syntax {
    fileprivate var isGenericType: Bool {
        guard self.is(ClassDeclSyntax.self) || self.is(StructDeclSyntax.self) || self.is(EnumDeclSyntax.self) else {
            return false
        }
        return asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause != nil
    }
}

extension TypeSyntax {
    /// What kind of type it is, where rules can never check its values; `nil` for all that have a name.
    fileprivate var unfitKind: String? {
        if let optional = self.as(OptionalTypeSyntax.self) { return optional.wrappedType.unfitKind }
        if let attributed = self.as(AttributedTypeSyntax.self) { return attributed.baseType.unfitKind }
        if let tuple = self.as(TupleTypeSyntax.self) {
            return tuple.elements.count == 1 ? tuple.elements.first?.type.unfitKind : "a tuple"
        }
        return self.is(FunctionTypeSyntax.self) ? "a function" : self.is(MetatypeTypeSyntax.self) ? "a type" : nil
    }
}

extension VariableDeclSyntax {
    /// `self.name = model.name` for each stored property that an initializer has to set.
    fileprivate func copies(_ names: DataNames) -> [String] {
        bindings.compactMap { binding in
            guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else { return nil }
            let isConstant = bindingSpecifier.tokenKind == .keyword(.let)
            if isConstant, binding.initializer != nil { return nil }
            if attributes.wrapper != nil { return "self._\(name) = model._\(name)" }
            return isConstant && attributes.named("NoAttribute").isEmpty
                ? "self.\(name) = values.value(\"\(names.name(of: name))\", or: model.\(name))"
                : "self.\(name) = model.\(name)"
        }
    }
}

extension PatternBindingSyntax {
    /// Whether the property has a getter of its own; observers alone leave it stored.
    fileprivate var isComputed: Bool {
        switch accessorBlock?.accessors {
        case nil: false
        case .getter: true
        case .accessors(let accessors):
            !accessors.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
        }
    }
}

extension AttributeListSyntax {
    /// Attributes of the language begin with a lowercase letter, and the macros' own are known: others are wrappers.
    fileprivate var wrapper: AttributeSyntax? {
        let own = ["Rules", "Label", "NoAttribute", "ValidationMethod", "MainActor", "Sendable"]
        return compactMap { $0.as(AttributeSyntax.self) }.first { attribute in
            attribute.name.first?.isUppercase == true && !own.contains(attribute.name)
        }
    }
}
