"""`python -m unpython doctor` and `python -m unpython functions`."""

import sys


def main(arguments: list[str]) -> int:
    if arguments == ["doctor"]:
        from unpython._doctor import report

        text, healthy = report()
        print(text)
        return 0 if healthy else 1
    if arguments == ["functions"]:
        from unpython._function_list import as_markdown

        print(as_markdown())
        return 0
    print("usage: python -m unpython doctor       what works on this machine, and what to do about the rest")
    print("       python -m unpython functions    the functions of NumPy that compiled functions may call")
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
