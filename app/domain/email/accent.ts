const DEFAULT_ACCENT = "#3352d8";

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast of two colours (#rrggbb), 1 to 21 (WCAG 2.2, relative luminance). */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [
    number,
    number,
  ];
  return (light + 0.05) / (dark + 0.05);
}

/** A tenant's colour with the more readable text colour on it: at least 4.5:1 for every colour. */
export function accentPair(accent: string | null): { accent: string; on_accent: string } {
  const color = accent !== null && /^#[0-9a-f]{6}$/i.test(accent) ? accent : DEFAULT_ACCENT;
  return {
    accent: color,
    on_accent: contrast(color, "#ffffff") >= contrast(color, "#000000") ? "#ffffff" : "#000000",
  };
}
