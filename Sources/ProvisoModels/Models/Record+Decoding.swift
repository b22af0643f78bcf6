public import ProvisoCore

extension Record {
    /// Makes a `Decodable` type from the values, as `AnyValue.decode` does.
    public func decode<Decoded: Decodable>(_ type: Decoded.Type = Decoded.self) throws -> Decoded {
        try values.decode(type)
    }
}
