"""`python -m unpython doctor`."""

import sys


def main(arguments: list[str]) -> int:
    if arguments == ["doctor"]:
        from unpython._doctor import report

        text, healthy = report()
        print(text)
        return 0 if healthy else 1
    print("usage: python -m unpython doctor    what works on this machine, and what to do about the rest")
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
