import type { CSSResult } from "lit";

/** Adds a lazy part's style sheet once. Constructed, because a strict CSP blocks style elements. */
export function adoptStyles(root: ShadowRoot, { styleSheet }: CSSResult): void {
  if (styleSheet && !root.adoptedStyleSheets.includes(styleSheet))
    root.adoptedStyleSheets.push(styleSheet);
}
