import type { Config, Theme } from "../wire";

/**
 * Applies the company's colours, or the page's with theme `host`. Uses the style object, which a
 * strict CSP allows, unlike style attributes.
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

/**
 * Light text implies a dark page, even without `color-scheme`. The style sheet stores the text's
 * luminance in this colour.
 */
const hasLightText = ({ columnRuleColor }: CSSStyleDeclaration): boolean =>
  Number(columnRuleColor.match(/[\d.e-]+/g)?.[3]) > 0.5;
