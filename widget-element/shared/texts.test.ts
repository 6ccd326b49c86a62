import i18next from "i18next";
import { describe, expect, it, test } from "vitest";
import english from "../../app/i18n/en/widget.json";
import { LOADS } from "./languages";
import { fill, fillPlural, textsIn } from "./texts";

describe("texts", () => {
  it("fill placeholders, and leave missing values empty", () => {
    expect(fill("Step {{step}} of {{total}}{{end}}", { step: 1, total: 4 })).toBe("Step 1 of 4");
  });

  it.each([
    [1, "4 January, 1 time"],
    [0, "4 January, 0 times"],
    [1200, "4 January, 1,200 times"],
  ])("use the plural form of %i", (count, text) => {
    const t = textsIn(english);
    expect(fillPlural(t, "day_label", count, "en", { date: "4 January" })).toBe(text);
  });

  it("have unique keys across sections", () => {
    const keys = Object.values(english).flatMap(Object.keys);
    expect(keys).toEqual([...new Set(keys)]);
  });
});

const languages = [
  ["en", english] as const,
  ...(await Promise.all(
    Object.entries(LOADS).map(
      async ([language, load]) => [language, (await load()).default] as const,
    ),
  )),
];

test.each(languages)("%s matches i18next's output", async (language, file) => {
  const t = textsIn(file);
  const reference = i18next.createInstance();
  await reference.init({
    lng: language,
    resources: { [language]: { translation: t } },
    interpolation: { escapeValue: false },
  });
  const values = { tenant: "$& {{tenant}}", date: "4 / 1", days: "1" };
  expect(fill(t.region, values)).toBe(reference.t("region", values));
  const plurals = Object.keys(t).flatMap((key) => /^(.+)_other$/.exec(key)?.[1] ?? []);
  expect(plurals).toHaveLength(8);
  for (const key of plurals as "people"[])
    for (const count of [0, 1, 2, 3, 11, 100])
      expect(fillPlural(t, key, count, language, values)).toBe(
        reference.t(key, { ...values, count }),
      );
});
