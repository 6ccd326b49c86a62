import { expect, test } from "vitest";
import { chooseTemplate } from "./choose-template";

const own = (...locales: string[]) =>
  locales.map((locale) => ({ locale, subject: locale, body: locale }));
const choose = (rows: ReturnType<typeof own>, reader: string | null, tenant: string) =>
  chooseTemplate("booking_confirmed", rows, reader, tenant);

test.each([
  [["nl", "en"], "nl-BE", "en", "nl", "nl-BE"],
  [["nl-BE", "nl"], "nl-BE", "en", "nl-BE", "nl-BE"],
  [["nl-NL"], "nl-BE", "en", "nl-NL", "nl-BE"],
  [["de", "en"], "pt-BR", "de-AT", "de", "de"],
  [["it", "en"], "it", "nl", "it", "it"],
])(
  "of the tenant's %j, a reader of %s (tenant: %s) gets %s",
  (locales, reader, tenant, chosen, locale) => {
    expect(choose(own(...locales), reader, tenant)).toMatchObject({ body: chosen, locale });
  },
);

test.each([
  ["nl-BE", "en", "nl-BE", "Bevestigd"],
  ["ar-EG", "nl", "ar-EG", "تم التأكيد"],
  ["de-XX", "nl", "de", "Bestätigt"],
  ["pt-BR", "de-AT", "de-AT", "Bestätigt"],
  ["pt-BR", "de", "de", "Bestätigt"],
  [null, "fr", "fr", "Confirmée"],
  ["ja", "zh", "en", "Confirmed"],
])("without templates, a reader of %s (tenant: %s) gets %s", (reader, tenant, locale, subject) => {
  const chosen = choose([], reader, tenant);
  expect(chosen.locale).toBe(locale);
  expect(chosen.subject).toContain(subject);
});

test.each([
  [["de", "en"], "fr", "de-AT", "fr", "Confirmée"],
  [["en"], "ar", "nl", "ar", "تم التأكيد"],
  [["nl"], "de", "nl", "de", "Bestätigt"],
  [["en"], "pt-BR", "nl", "nl", "Bevestigd"],
])(
  "the tenant's %j do not replace other languages: a reader of %s (tenant: %s) gets %s",
  (locales, reader, tenant, locale, subject) => {
    const chosen = choose(own(...locales), reader, tenant);
    expect(chosen.locale).toBe(locale);
    expect(chosen.subject).toContain(subject);
  },
);

test("a template outside the fallback chain is ignored", () => {
  expect(choose(own("es"), "nl", "de")).toMatchObject({ locale: "nl" });
});
