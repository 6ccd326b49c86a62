"""Makes inter.woff2. Usage: python make-inter.py InterVariable.woff2 (pip install fonttools brotli)."""

import sys
from io import BytesIO

from fontTools.subset import Options, Subsetter, parse_unicodes
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

# Latin, Latin Extended-A with the Romanian letters, and the signs that the dashboard writes.
CHARACTERS = """0020-007E,00A0-017F,0218-021B,02BB-02BC,02C6,02DA,02DC,2002-200A,2010-2015,2018-201E,2020-2022,2026,202F,2030,
2032-2033,2039-203A,2044,20AC,2122,2190-2193,2212,2215,25B2,25BC,2713"""
FEATURES = ["kern", "tnum", "ccmp", "locl", "mark", "mkmk", "calt"]
DIGITS = {"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"}

narrowed = BytesIO()
instantiateVariableFont(TTFont(sys.argv[1]), {"opsz": 14, "wght": (400, 600)}).save(narrowed)
font = TTFont(narrowed)

# Figures stand below each other by their digits alone: with hyphens and spaces as wide as a digit, "Blow-dry" would fall apart.
gsub = font["GSUB"].table
for record in gsub.FeatureList.FeatureRecord:
    if record.FeatureTag == "tnum":
        for index in record.Feature.LookupListIndex:
            for table in gsub.LookupList.Lookup[index].SubTable:
                table = getattr(table, "ExtSubTable", table)
                table.mapping = {glyph: other for glyph, other in table.mapping.items() if glyph in DIGITS}

options = Options(layout_features=FEATURES, flavor="woff2", hinting=False)
subsetter = Subsetter(options)
subsetter.populate(unicodes=parse_unicodes(CHARACTERS.replace("\n", "")))
subsetter.subset(font)
font.flavor = "woff2"
font.save("inter.woff2")
