import fc from "fast-check";
import { expect, test } from "vitest";
import { accentPair, contrast } from "./accent";

test("text on a tenant's colour has a contrast of 4.5 at least, whatever the colour (WCAG 1.4.3)", () => {
  const colors = fc
    .integer({ min: 0, max: 0xffffff })
    .map((value) => `#${value.toString(16).padStart(6, "0")}`);
  fc.assert(
    fc.property(colors, (color) => {
      const { accent, on_accent } = accentPair(color);
      expect(accent).toBe(color);
      expect(contrast(accent, on_accent)).toBeGreaterThanOrEqual(4.5);
    }),
    { seed: 20261120 },
  );
});

test.each([null, "red", "#12", "#2563eb;background:url(x)"])(
  "an invalid colour is ignored: %s",
  (color) => {
    expect(accentPair(color).accent).toBe("#3352d8");
  },
);
