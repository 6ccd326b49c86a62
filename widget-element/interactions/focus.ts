import type { FocusTarget } from "../controller";

/** Gives the focus to what it is meant for; false while that is not there yet. */
export function moveFocus(root: ParentNode, target: FocusTarget): boolean {
  const selector =
    typeof target === "string"
      ? `[data-focus="${target}"]`
      : "day" in target
        ? `[data-day="${target.day}"]`
        : `#${CSS.escape(target.field)}, [data-field="${CSS.escape(target.field)}"]`;
  const found = root.querySelector<HTMLElement>(selector);
  found?.focus();
  return !!found;
}
