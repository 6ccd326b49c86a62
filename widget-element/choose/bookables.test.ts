import { describe, expect, it } from "vitest";
import { aConfig, aBookable, aResource, aSchedule, aSlot } from "../samples";
import { bookableName, bookablesOf, partyLimit } from "./bookables";

const config = aConfig({
  resources: [
    aResource({ id: "anna" }),
    aResource({ id: "bob" }),
    aResource({ id: "hall", name: "Hall" }),
  ],
  schedules: [
    aSchedule({ id: "cut", name: "Cut", resource_ids: ["anna", "bob"] }),
    aSchedule({ id: "colour", name: "Colour", resource_ids: ["anna"] }),
    aSchedule({ id: "gone", name: "Gone", resource_ids: ["someone else"] }),
  ],
});
const shape = (preset: Parameters<typeof bookablesOf>[1]) =>
  bookablesOf(config, preset).map(
    (bookable) => `${bookableName(bookable)}: ${bookable.resources.map(({ id }) => id).join(" ")}`,
  );

describe("bookables", () => {
  it("are each schedule with its resources, then each resource without one", () => {
    expect(shape({})).toEqual(["Cut: anna bob", "Colour: anna", "Hall: hall"]);
  });

  it.each([
    [{ resourceId: "bob" }, ["Cut: bob"]],
    [{ scheduleId: "cut" }, ["Cut: anna bob"]],
    [{ scheduleId: "cut", resourceId: "anna" }, ["Cut: anna"]],
    [{ resourceId: "hall" }, ["Hall: hall"]],
    [{ resourceId: "unknown" }, []],
    [{ scheduleId: "unknown" }, []],
  ])("narrow to %j", (preset, bookables) => expect(shape(preset)).toEqual(bookables));
});

describe("the largest party", () => {
  it.each([
    ["one where the bookable takes no parties", null, 9, 1],
    ["the bookable's limit where there is room", 6, 20, 6],
    ["the places left where there is less room", 6, 4, 4],
    ["never less than one", 6, 0, 1],
  ])("is %s", (_, max_party_size, remaining, limit) => {
    expect(
      partyLimit(aBookable({ schedule: aSchedule({ max_party_size }) }), aSlot({ remaining })),
    ).toBe(limit);
  });
});
