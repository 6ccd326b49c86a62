import { openDrawer } from "../layout/drawer-address";

// Forms with unsaved input in this window. Module state, because the frame checks it before
// navigating and the forms can be anywhere on the page.

const unsaved = new Map<string, { in_drawer: boolean }>();

export const markUnsaved = (key: string, in_drawer: boolean): void =>
  void unsaved.set(key, { in_drawer });
export const markSaved = (key: string): void => void unsaved.delete(key);
export const hasUnsaved = (): boolean => unsaved.size > 0;
/** Keys of the drafts affected by leaving the page. */
export const unsavedKeys = (): string[] => [...unsaved.keys()];

interface Address {
  pathname: string;
  search: string;
}

/** Whether navigating between two URLs closes a form with unsaved input. */
export const losesUnsaved = (from: Address, to: Address): boolean =>
  closesForm(from, to, [...unsaved.values()]);

/**
 * A page keeps its forms while a drawer opens over it; closing a drawer closes its forms. A new
 * booking in a drawer changes URL several times but remains the same form.
 */
export function closesForm(
  from: Address,
  to: Address,
  forms: readonly { in_drawer: boolean }[],
): boolean {
  if (forms.length === 0) return false;
  const [before, after] = [new URLSearchParams(from.search), new URLSearchParams(to.search)];
  if (from.pathname !== to.pathname || before.get("show") !== after.get("show")) return true;
  const [open, next] = [openDrawer(from), openDrawer(to)];
  const isSame = open?.name === next?.name && (open?.value === next?.value || open?.name === "new");
  return !isSame && forms.some(({ in_drawer }) => in_drawer);
}
