import type { CSSResult } from "lit";

/** Adds the style sheet of a part that loaded later, once. Constructed, as a strict content security policy allows no style element. */
export function adoptStyles(root: ShadowRoot, { styleSheet }: CSSResult): void {
  if (styleSheet && !root.adoptedStyleSheets.includes(styleSheet))
    root.adoptedStyleSheets.push(styleSheet);
}
