import { describe, expect, it } from "vitest";
import english from "../../app/i18n/en/widget.json";
import { aConfig } from "../samples";
import { policyWords } from "./summary";
import { textsIn } from "./texts";

const { policy } = aConfig();
const words = (cancel_window_minutes: number, policy_text: string | null = null) =>
  policyWords({
    config: aConfig({ policy: { ...policy, cancel_window_minutes }, policy_text }),
    t: textsIn(english),
    locale: "en",
  });

describe("the cancellation policy", () => {
  it.each([
    [90, "2 hours"],
    [1440, "24 hours"],
    [2160, "36 hours"],
    [2880, "2 days"],
  ])("formats %i minutes before a start as %s", (minutes, time) =>
    expect(words(minutes)).toBe(`Free cancellation until ${time} before the start.`),
  );

  it("is the company's text if nothing can be cancelled", () => {
    expect(words(0, "Please come early.")).toBe("Please come early.");
    expect(words(60, "Please come early.")).toMatch(/\nPlease come early\.$/);
    expect(words(0)).toBe("");
  });
});
