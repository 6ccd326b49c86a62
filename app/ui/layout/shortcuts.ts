import { msg, t } from "~/i18n/text";
import { navigation, NEW_BOOKING } from "./navigation";

/** A shortcut's action: opens a page, clicks a button, or controls the frame. */
type ShortcutAction =
  | { go: string }
  /** Clicks the page's element with this data-press, if present. */
  | { press: string }
  | { do: "palette" | "help" | "next_row" | "previous_row" | "tick_row" };

export interface Shortcut {
  /** One key, or two in sequence: "g t". */
  keys: string;
  label: string;
  action: ShortcutAction;
}

const everywhere: readonly Shortcut[] = [
  { keys: "/", label: msg("Search"), action: { do: "palette" } },
  { keys: "?", label: msg("Show shortcuts"), action: { do: "help" } },
];
const onPages: readonly Shortcut[] = [
  { keys: "j", label: msg("Next row"), action: { do: "next_row" } },
  { keys: "k", label: msg("Previous row"), action: { do: "previous_row" } },
  { keys: "x", label: msg("Select row"), action: { do: "tick_row" } },
  { keys: "1", label: msg("Calendar: day"), action: { press: "1" } },
  { keys: "2", label: msg("Calendar: week"), action: { press: "2" } },
  { keys: "3", label: msg("Calendar: month"), action: { press: "3" } },
  { keys: "4", label: msg("Calendar: agenda"), action: { press: "4" } },
  { keys: "t", label: msg("Calendar: today"), action: { press: "t" } },
];
const translated = (shortcut: Shortcut): Shortcut => ({ ...shortcut, label: t(shortcut.label) });

/**
 * All keyboard shortcuts: bound from this table and listed in the help sheet. `pages` are those
 * this person may open.
 */
export function shortcutsFor(pages: readonly string[], mayBook: boolean): Shortcut[] {
  return [
    ...everywhere.map(translated),
    ...(mayBook ? [{ keys: "n", label: t("New booking"), action: { go: NEW_BOOKING } }] : []),
    ...navigation
      .filter(({ to }) => pages.includes(to))
      .map(({ to, label, key }) => ({
        keys: `g ${key}`,
        label: t("Go to {{page}}", { page: t(label) }),
        action: { go: to },
      })),
    ...onPages.map(translated),
  ];
}

/** The shortcut completed by `typed`, and the prefix to keep for the next key. */
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
