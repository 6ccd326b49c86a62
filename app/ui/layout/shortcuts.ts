import { msg, t } from "~/i18n/text";
import { navigation, NEW_BOOKING } from "./navigation";

/** The action of a shortcut: opens a page, presses a button, or acts on the frame. */
export type ShortcutAction =
  | { go: string }
  /** The link of the page that carries this data-press, where the page has one. */
  | { press: string }
  | { do: "palette" | "help" | "next_row" | "previous_row" | "tick_row" };

export interface Shortcut {
  /** One key, or two one after the other: "g t". */
  keys: string;
  says: string;
  action: ShortcutAction;
}

const everywhere: readonly Shortcut[] = [
  { keys: "/", says: msg("Search"), action: { do: "palette" } },
  { keys: "?", says: msg("Show shortcuts"), action: { do: "help" } },
];
const onPages: readonly Shortcut[] = [
  { keys: "j", says: msg("Next row"), action: { do: "next_row" } },
  { keys: "k", says: msg("Previous row"), action: { do: "previous_row" } },
  { keys: "x", says: msg("Select row"), action: { do: "tick_row" } },
  { keys: "1", says: msg("Calendar: day"), action: { press: "1" } },
  { keys: "2", says: msg("Calendar: week"), action: { press: "2" } },
  { keys: "3", says: msg("Calendar: month"), action: { press: "3" } },
  { keys: "4", says: msg("Calendar: agenda"), action: { press: "4" } },
  { keys: "t", says: msg("Calendar: today"), action: { press: "t" } },
];
const said = (shortcut: Shortcut): Shortcut => ({ ...shortcut, says: t(shortcut.says) });

/** The one table of keys: it binds them, and the help sheet is made from it. `pages` are those this person may open. */
export function shortcutsFor(pages: readonly string[], mayBook: boolean): Shortcut[] {
  return [
    ...everywhere.map(said),
    ...(mayBook ? [{ keys: "n", says: t("New booking"), action: { go: NEW_BOOKING } }] : []),
    ...navigation
      .filter(({ to }) => pages.includes(to))
      .map(({ to, label, key }) => ({
        keys: `g ${key}`,
        says: t("Go to {page}", { page: t(label) }),
        action: { go: to },
      })),
    ...onPages.map(said),
  ];
}

/** The shortcut that `typed` completes, and what of it the next key may go on from. */
export function readKey(
  shortcuts: readonly Shortcut[],
  before: string,
  key: string,
): { found: Shortcut | null; typed: string } {
  const typed = before === "" ? key : `${before} ${key}`;
  const found = shortcuts.find(({ keys }) => keys === typed) ?? null;
  if (found !== null) return { found, typed: "" };
  if (shortcuts.some(({ keys }) => keys.startsWith(`${typed} `))) return { found: null, typed };
  return before === "" ? { found: null, typed: "" } : readKey(shortcuts, "", key);
}
