"""What notebooks show and say.

    cells.py   how people call a cell
    html.py    reports and profiles as tables
    magic.py   `%%unpython`
"""
