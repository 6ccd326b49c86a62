import type { Config, Theme } from "../wire";

/**
 * Applies the colours of the company, or of the page with the theme `host`. Through the style object, which a strict content security policy
 * allows, unlike a style attribute.
 */
export function applyBranding(
  root: ShadowRoot,
  branding: Config["branding"] | undefined,
  theme: Theme | null,
): void {
  const wanted = theme ?? branding?.theme;
  const page = getComputedStyle(root.host);
  const own = wanted === "light" || wanted === "dark";
  const isHost = theme === "host" && page.accentColor !== "auto";
  for (const { style } of root.querySelectorAll<HTMLElement>(".root, dialog")) {
    style.setProperty("color-scheme", own ? wanted : hasLightText(page) ? "dark" : null);
    style.setProperty("--_configured", isHost ? page.accentColor : (branding?.accent ?? null));
    style.setProperty("--_configured-radius", branding ? `${branding.radius}px` : null);
  }
}

/** Light text is read on a dark page alone, also on one that does not say `color-scheme`. The style sheet writes its luminance into this colour. */
const hasLightText = ({ columnRuleColor }: CSSStyleDeclaration): boolean =>
  Number(columnRuleColor.match(/[\d.e-]+/g)?.[3]) > 0.5;
