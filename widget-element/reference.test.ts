import { readFile } from "node:fs/promises";
import { format } from "prettier";
import { expect, it } from "vitest";
import { manifestOf, readSource, withReference } from "./reference";

const read = (name: string) => readFile(new URL(name, import.meta.url), "utf8");

it("the committed manifest matches the class", async () => {
  const manifest = manifestOf(await readSource());
  expect(JSON.parse(await read("custom-elements.json"))).toEqual(manifest);
  const [element] = manifest.modules[0]!.declarations;
  expect(element!.members).toHaveLength(3);
  expect(element!.events).toHaveLength(7);
  expect(element!.attributes).toHaveLength(18);
  expect(
    element!.attributes.filter(({ description, type }) => !description || !type?.text),
  ).toEqual([]);
});

it("the README's tables match the class", async () => {
  const readme = await read("README.md");
  expect(
    await format(withReference(readme, await readSource()), {
      parser: "markdown",
      printWidth: 120,
    }),
  ).toBe(readme);
});

it("every part, attribute, event and custom property of the code is documented, and no other", async () => {
  const names = [
    "booking-widget.ts",
    "store.ts",
    "events.ts",
    "styles/first.css",
    "styles/interactions.css",
    "styles/details.css",
    "interactions/dialog.ts",
    "interactions/trouble.ts",
    "styles/services.css",
    "styles/timetable.css",
    "styles/together.css",
  ];
  const views = [
    ...["day-view", "time-view", "zone-choice"].map((name) => `choose/${name}.ts`),
    ...["about-service", "choices", "free-days", "length-view", "list-view", "people-view"].map(
      (name) => `services/${name}.ts`,
    ),
    ...["frame", "parts", "summary"].map((name) => `shared/${name}.ts`),
    "details/details-view.ts",
    "details/fields.ts",
    "timetable/timetable-view.ts",
    "together/together-view.ts",
    "verify/verify-view.ts",
    "pay/pay-view.ts",
    "done/done-view.ts",
  ];
  const code = (await Promise.all([...names, ...views].map(read)))
    .join("\n")
    .replace(/^ \* @.*$/gm, "");
  const [element] = manifestOf(await readSource()).modules[0]!.declarations;
  const namesOf = (entries: { name: string }[]) => entries.map(({ name }) => name).sort();
  const parts = [...code.matchAll(/part="([\w -]+)/g)].flatMap(([, list]) =>
    list!.trim().split(" "),
  );
  const chosen = ["button", "link", "day-open", "day-full", "day-selected"];
  expect(namesOf(element!.cssParts)).toEqual([...new Set([...parts, ...chosen])].sort());
  const properties = [...code.matchAll(/var\(\s*(--booking-[\w-]+)/g)].map(([, name]) => name!);
  expect(namesOf(element!.cssProperties)).toEqual([...new Set(properties)].sort());
  const events = [...(await read("events.ts")).matchAll(/^ {2}"(booking-[\w-]+)":/gm)].map(
    ([, name]) => name!,
  );
  expect(namesOf(element!.events)).toEqual([...new Set(events)].sort());
});
