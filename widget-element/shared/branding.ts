import type { Config, Theme } from "../wire";

/**
 * Applies the company's colours and the theme. Through the style object, which a strict content security policy allows, unlike a style
 * attribute.
 */
export function applyBranding(root: ParentNode, branding: Config["branding"] | undefined, theme: Theme | null): void {
  const wanted = theme ?? branding?.theme;
  const scheme = wanted === "light" || wanted === "dark" ? wanted : null;
  for (const { style } of root.querySelectorAll<HTMLElement>(".root, dialog")) {
    style.setProperty("color-scheme", scheme);
    style.setProperty("--_configured", branding?.accent ?? null);
    style.setProperty("--_configured-radius", branding ? `${branding.radius}px` : null);
  }
}
