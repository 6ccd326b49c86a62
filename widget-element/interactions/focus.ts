import type { FocusTarget } from "../store";

/** Moves focus to its target; false if it isn't rendered yet. A class may be gone: then the heading. */
export function moveFocus(root: ParentNode, target: FocusTarget): boolean {
  const selector =
    typeof target === "string"
      ? `[data-focus="${target}"]`
      : "day" in target
        ? `[data-day="${target.day}"]`
        : `#${CSS.escape(target.field)}, [data-field="${CSS.escape(target.field)}"]`;
  const found =
    root.querySelector<HTMLElement>(selector) ??
    (target === "class" ? root.querySelector<HTMLElement>(`[data-focus="step"]`) : null);
  found?.focus();
  return !!found;
}
