import { expect, test } from "vitest";
import { WidgetLocale } from "~/contract/widget-configs";
import { directionOf as widgetDirectionOf } from "../../widget-element/shared/locale";
import { LOADS } from "../../widget-element/shared/languages";
import { directionOf, LOCALES } from "./locales";

test("the contract and the widget have the languages of LOCALES", () => {
  expect(WidgetLocale.options).toEqual([...LOCALES]);
  expect(["en", ...Object.keys(LOADS)]).toEqual([...LOCALES]);
});

test("the widget writes each language in the direction of the pages", () => {
  const letters = [..."abcdefghijklmnopqrstuvwxyz"];
  const pairs = letters.flatMap((first) => letters.map((second) => first + second));
  const tags = Intl.getCanonicalLocales(pairs); // The widget reads an old code ("iw") as the present one ("he").
  expect(tags.filter((tag) => widgetDirectionOf(tag) !== directionOf(tag))).toEqual([]);
});
