import { describe, expect, it } from "vitest";
import { aBookable } from "../samples";
import { sameBookable } from "./saved-booking";

describe("the same bookable", () => {
  it.each([
    ["is found by its schedule", aBookable(), "visit", "room", true],
    ["is not another schedule", aBookable(), "other", "room", false],
    [
      "is found by its resource where it has no schedule",
      aBookable({ schedule: null }),
      null,
      "room",
      true,
    ],
    [
      "is not a schedule's where it has none",
      aBookable({ schedule: null }),
      "visit",
      "room",
      false,
    ],
  ])("%s", (_, bookable, schedule_id, resource_id, same) => {
    expect(sameBookable(bookable, schedule_id, resource_id)).toBe(same);
  });
});
