/**
 * Stands in for Lit's own module of this name: every browser the element runs in has constructable style sheets, so the way Lit has for
 * those without them is left out.
 */
export const supportsAdoptingStyleSheets = true;

/** Not used by the element, whose style sheet is constructed already; Lit exports them on. */
export const css = undefined;
export const unsafeCSS = undefined;
export const CSSResult = undefined;

export const getCompatibleStyle = (style: CSSStyleSheet): CSSStyleSheet => style;

export function adoptStyles(root: ShadowRoot, styles: CSSStyleSheet[]): void {
  root.adoptedStyleSheets = styles;
}
