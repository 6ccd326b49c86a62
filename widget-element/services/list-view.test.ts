import { expect, it } from "vitest";
import { aBookable, aSchedule } from "../samples";
import { byCategory } from "./list-view";

it("puts neighbours of one category under one heading, in the order they come in", () => {
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
