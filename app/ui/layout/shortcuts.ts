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

const always: readonly Shortcut[] = [
  { keys: "/", says: "Search", action: { do: "palette" } },
  { keys: "?", says: "These shortcuts", action: { do: "help" } },
  { keys: "j", says: "Next row", action: { do: "next_row" } },
  { keys: "k", says: "Previous row", action: { do: "previous_row" } },
  { keys: "x", says: "Tick the row", action: { do: "tick_row" } },
  ...["Day", "Week", "Month", "Agenda"].map((view, index): Shortcut => {
    const keys = String(index + 1);
    return { keys, says: `Calendar: ${view.toLowerCase()}`, action: { press: keys } };
  }),
  { keys: "t", says: "Calendar: today", action: { press: "t" } },
];

/** The one table of keys: it binds them, and the help sheet is made from it. `pages` are those this person may open. */
export function shortcutsFor(pages: readonly string[], mayBook: boolean): Shortcut[] {
  return [
    ...always.slice(0, 2),
    ...(mayBook ? [{ keys: "n", says: "New booking", action: { go: NEW_BOOKING } }] : []),
    ...navigation
      .filter(({ to }) => pages.includes(to))
      .map(({ to, label, key }) => ({ keys: `g ${key}`, says: `Go to ${label}`, action: { go: to } })),
    ...always.slice(2),
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
