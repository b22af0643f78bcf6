internal import ProvisoMessages

/// The parts of an expression that decide, ready to run: operands of `&&` and `||`, and conditions of `?:`.
final class ExprBranches: Sendable {
    struct Branch: Sendable {
        let text: String
        let program: ExprProgram
        /// The variables of the program, by their numbers in the whole expression.
        let inputs: [Int]
    }

    let branches: [Branch]

    init(_ node: ExprNode, _ names: [String], compile: (ExprNode) -> ExprProgram?) {
        var (found, seen) = ([Branch](), Set<String>())
        for part in Self.parts(of: node) {
            let text = ExprText.text(part)
            guard seen.insert(text).inserted, let program = compile(part) else { continue }
            let inputs = program.names.compactMap { names.firstIndex(of: $0) }
            if inputs.count == program.names.count {
                found.append(Branch(text: text, program: program, inputs: inputs))
            }
        }
        branches = found
    }

    private static func parts(of node: ExprNode) -> [ExprNode] {
        guard case .call(let name, nil, let arguments, _) = node else { return [] }
        let deciding: ArraySlice<ExprNode> =
            switch name {
            case "_&&_", "_||_": arguments[...]
            case "_?_:_": arguments.prefix(1)
            default: []
            }
        return arguments.enumerated().flatMap { index, argument in
            parts(of: argument) + (index < deciding.count ? [argument] : [])
        }
    }
}
