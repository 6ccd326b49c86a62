import { openDrawer } from "../layout/drawer-address";

// Which forms of this window hold something that is not saved. It is the window's, not a component's: the frame asks before it leaves a
// page, and the forms are anywhere on it.

const unsaved = new Map<string, { in_drawer: boolean }>();

export const markUnsaved = (key: string, in_drawer: boolean): void =>
  void unsaved.set(key, { in_drawer });
export const markSaved = (key: string): void => void unsaved.delete(key);
export const hasUnsaved = (): boolean => unsaved.size > 0;
/** What is given up, or kept for later, when the page is left. */
export const unsavedKeys = (): string[] => [...unsaved.keys()];

interface Address {
  pathname: string;
  search: string;
}

/** Whether going from one address to another closes a form that holds something unsaved. */
export const losesUnsaved = (from: Address, to: Address): boolean =>
  closesForm(from, to, [...unsaved.values()]);

/**
 * A page keeps its forms while something opens over it; a drawer closes with its own. A new booking in a drawer goes through several
 * addresses and stays the same form.
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
