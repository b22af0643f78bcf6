/// Where the values of converted documents are in the source.
struct PlaceMap {
    private var json: [UInt32] = []
    private var source: [UInt32] = []

    mutating func removeAll() {
        json.removeAll(keepingCapacity: json.capacity < 1 << 16)
        source.removeAll(keepingCapacity: source.capacity < 1 << 16)
    }

    /// Adds a value that begins after all others in the JSON.
    mutating func add(json offset: Int, source place: Int) {
        json.append(UInt32(clamping: offset))
        source.append(UInt32(clamping: place))
    }

    /// Removes the values that begin at an offset or after it.
    mutating func removeAll(from offset: Int) {
        let kept = firstIndex(atOrAfter: offset)
        json.removeLast(json.count - kept)
        source.removeLast(source.count - kept)
    }

    /// The place of the value that begins at an offset, or before it.
    func source(of offset: Int) -> Int {
        var index = firstIndex(atOrAfter: offset)
        if index == json.count || Int(json[index]) > offset { index -= 1 }
        return index < 0 ? 0 : Int(source[index])
    }

    private func firstIndex(atOrAfter offset: Int) -> Int {
        var (low, high) = (0, json.count)
        while low < high {
            let middle = (low + high) / 2
            if Int(json[middle]) < offset { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
