import { expect, it } from "vitest";
import { aBookable, aSchedule } from "../samples";
import { byCategory } from "./list-view";

it("groups adjacent services of a category under one heading, in order", () => {
  const of = (name: string, category: string | null) =>
    aBookable({ schedule: aSchedule({ name, category }) });
  const groups = byCategory([
    of("Cut", "Hair"),
    of("Colour", "Hair"),
    of("Beard", null),
    of("Nails", "Hands"),
  ]);
  expect(
    groups.map(({ category, bookables }) => [
      category,
      bookables.map(({ schedule }) => schedule?.name),
    ]),
  ).toEqual([
    ["Hair", ["Cut", "Colour"]],
    [null, ["Beard"]],
    ["Hands", ["Nails"]],
  ]);
});
