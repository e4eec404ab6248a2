"""collections.ChainMap: dicts that are asked one after the other."""

from unpython._library.stand_ins import only_python


class ChainMap:
    def __init__(self, *maps):
        self.maps = list(maps) if maps else [{}]

    def __getitem__(self, key):
        for found in self.maps:
            try:
                return found[key]
            except KeyError:
                pass
        raise KeyError(key)

    def get(self, key, default=None):
        return self[key] if key in self else default

    def __contains__(self, key):
        return any(key in found for found in self.maps)

    def __bool__(self):
        return any(self.maps)

    def __len__(self):
        return len(self._joined())

    def __iter__(self):
        yield from self._joined()

    def __eq__(self, other):
        if isinstance(other, ChainMap):
            return self._joined() == other._joined()
        if isinstance(other, dict):
            return self._joined() == other
        return NotImplemented

    def _joined(self):
        made = {}
        for found in self.maps[::-1]:
            made.update(found)
        return made

    def keys(self):
        yield from self._joined()

    def values(self):
        for key in self._joined():
            yield self[key]

    def items(self):
        for key in self._joined():
            yield key, self[key]

    def new_child(self, m=None):
        return ChainMap({} if m is None else m, *self.maps)

    @property
    def parents(self):
        return ChainMap(*self.maps[1:])

    def __setitem__(self, key, value):
        self.maps[0][key] = value

    def __delitem__(self, key):
        if key not in self.maps[0]:
            raise KeyError(f"Key not found in the first mapping: {key!r}")
        del self.maps[0][key]

    def pop(self, key, *default):
        if key in self.maps[0]:
            return self.maps[0].pop(key)
        if default:
            return default[0]
        raise KeyError(f"Key not found in the first mapping: {key!r}")

    def update(self, other):
        if not isinstance(other, (dict, ChainMap)):
            only_python(other)
        for key, value in other.items():
            self.maps[0][key] = value

    def clear(self):
        self.maps[0].clear()

    def __repr__(self):
        return f"ChainMap({', '.join(map(repr, self.maps))})"
