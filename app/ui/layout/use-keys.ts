import { useEffect, useRef } from "react";
import { readKey, type Shortcut } from "./shortcuts";

/** Maximum delay between two keys of a sequence. */
const PAIR_MS = 1200;

/**
 * Binds the shortcuts; inactive while typing. In a dialog, only shortcuts with a button there work.
 */
export function useKeys(
  shortcuts: readonly Shortcut[],
  open: (what: "palette" | "help") => void,
  go: (to: string) => void,
): void {
  const latest = useRef({ shortcuts, open, go });
  useEffect(() => {
    latest.current = { shortcuts, open, go };
  });
  useEffect(() => {
    let typed = "";
    let at = 0;
    const onKey = (event: KeyboardEvent) => {
      const { shortcuts, open, go } = latest.current;
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) return save(event.target);
      if (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        return open("palette");
      }
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isTyping(event.target)) return;
      const dialog = document.querySelector("dialog[open]");
      if (dialog !== null) return walkIn(dialog, shortcuts, event.key);
      const read = readKey(shortcuts, event.timeStamp - at > PAIR_MS ? "" : typed, event.key);
      typed = read.typed;
      at = event.timeStamp;
      if (read.found === null) return;
      event.preventDefault();
      const { action } = read.found;
      if ("go" in action) go(action.go);
      else if ("press" in action)
        document.querySelector<HTMLElement>(`[data-press="${action.press}"]`)?.click();
      else if (action.do === "palette" || action.do === "help") open(action.do);
      else if (action.do === "tick_row") tickRow();
      else walkRows(action.do === "next_row" ? 1 : -1);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement)
    return !["checkbox", "radio", "button", "submit"].includes(target.type);
  return (
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    target.isContentEditable
  );
}

/** Ctrl-Enter submits a form with its first button. */
function save(target: EventTarget | null): void {
  if (target instanceof HTMLElement) target.closest("form")?.requestSubmit();
}

/** In a dialog that shows a list row, the list's keys move to the next row. */
function walkIn(dialog: Element, shortcuts: readonly Shortcut[], key: string): void {
  const action = shortcuts.find(({ keys }) => keys === key)?.action;
  if (action === undefined || !("do" in action)) return;
  dialog.querySelector<HTMLElement>(`[data-press="${action.do}"]`)?.click();
}

/** Rows carry `data-row`. Focus moves to the row's link, so Enter opens it. */
function walkRows(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>("[data-row]")];
  const here = rows.findIndex((row) => row.contains(document.activeElement));
  const next = here === -1 ? (step === 1 ? 0 : rows.length - 1) : here + step;
  rows[next]?.querySelector<HTMLElement>("a[href]")?.focus();
}

function tickRow(): void {
  document.activeElement
    ?.closest("[data-row]")
    ?.querySelector<HTMLInputElement>("input[type=checkbox]")
    ?.click();
}
