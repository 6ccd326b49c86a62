import { msg, pageLocale, plural, t } from "~/i18n/text";
import { isolate } from "~/lib/isolate";
/** Chosen action for each booking that doesn't fit, by id. */
export type Choices = Record<string, string>;

interface Named {
  id: string;
  name: string;
  has_email: boolean;
}

/** Choices in the browser's form. */
export function choicesOf(form: FormData): Choices {
  const chosen: Choices = {};
  for (const [name, value] of form) {
    const id = /^choice\.(.+)$/.exec(name)?.[1];
    if (id !== undefined) chosen[id] = String(value);
  }
  return chosen;
}

const WISHES = [
  ["move", msg("move {{count}}")],
  ["cancel", msg("cancel {{count}}")],
  ["keep", msg("keep {{count}}")],
] as const;

/** Suffix of the submit button: "Save: move 2, cancel 1, keep 3". */
export function saveWords(bookings: readonly Named[], choices: Choices): string {
  if (bookings.length === 0) return t("Save");
  const count = (wish: string) =>
    bookings.filter(({ id }) => (choices[id] ?? "keep") === wish).length;
  const parts = WISHES.flatMap(([wish, text]) =>
    count(wish) === 0 ? [] : t(text, { count: count(wish) }),
  );
  return t("Save: {{changes}}", { changes: parts.join(", ") });
}

/** Names of the guests to be emailed; "" for none. */
export function mailedNames(bookings: readonly Named[], choices: Choices): string {
  const names = bookings
    .filter(({ id, has_email }) => has_email && ["move", "cancel"].includes(choices[id] ?? "keep"))
    .map(({ name }) => isolate(name));
  if (names.length <= 3) return new Intl.ListFormat(pageLocale()).format(names);
  const first = names.slice(0, 3).join(", ");
  return plural(
    names.length - 3,
    "{{guests}} and {{count}} more",
    "{{guests}} and {{count}} more",
    {
      guests: first,
    },
  );
}
