import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

// Generates the element's reference from the comments of its class: the custom-elements manifest
// (schema 1.0.0) for editors, and the tables of the README. Run `tsx widget-element/reference.ts`.

interface Entry {
  name: string;
  type?: { text: string };
  description: string;
}

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const MARKS = ["<!-- reference -->", "<!-- /reference -->"] as const;

/** Entries of a tag: `@tag {type} name - description`. */
function entriesOf(comment: string, tag: string): Entry[] {
  const pattern = new RegExp(`^@${tag} +(?:\\{(.+)\\} +)?([\\w-]*) *- (.+)$`);
  return comment.split("\n").flatMap((line) => {
    const [, type, name = "", description = ""] = pattern.exec(line.replace(/^ \* ?/, "")) ?? [];
    return description ? [{ name, ...(type ? { type: { text: type } } : {}), description }] : [];
  });
}

/** Attributes: from the properties table, and the comment and type of each field. */
function attributesOf(source: string): (Entry & { fieldName: string })[] {
  const fields = new Map(
    [...source.matchAll(/ {2}\/\*\* (.+) \*\/\n {2}declare (\w+): (.+);/g)].map(
      ([, description = "", name = "", type = ""]) => [
        name,
        { description, text: type.replace(/ \| null$/, "") },
      ],
    ),
  );
  const table = /static override properties = \{\n([\s\S]+?)\n {2}\};/.exec(source)?.[1] ?? "";
  return [...table.matchAll(/^ {4}(\w+): \{(.*)\},$/gm)].flatMap(
    ([, fieldName = "", options = ""]) => {
      if (options.includes("attribute: false")) return [];
      const name = fieldName.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      const { description = "", text = "" } = fields.get(fieldName) ?? {};
      return [{ name, type: { text }, description, fieldName }];
    },
  );
}

/** Manifest of the element, from its class's source. */
export function manifestOf(source: string) {
  const comment =
    /\/\*\*\n((?: \*.*\n)+?) \*\/\nexport class BookingWidget/.exec(source)?.[1] ?? "";
  const methods = [...source.matchAll(/ {2}\/\*\* (.+) \*\/\n {2}(reset|open|close)\(\)/g)];
  return {
    schemaVersion: "1.0.0",
    modules: [
      {
        kind: "javascript-module",
        path: "booking-widget.ts",
        declarations: [
          {
            kind: "class",
            name: "BookingWidget",
            customElement: true,
            tagName: "booking-widget",
            superclass: { name: "LitElement", package: "lit" },
            description: (comment.split("\n")[0] ?? "").replace(/^ \* /, ""),
            attributes: attributesOf(source),
            members: methods.map(([, description, name]) => ({
              kind: "method",
              name,
              description,
            })),
            events: entriesOf(comment, "fires"),
            slots: entriesOf(comment, "slot"),
            cssParts: entriesOf(comment, "csspart"),
            cssProperties: entriesOf(comment, "cssproperty"),
          },
        ],
        exports: [
          {
            kind: "custom-element-definition",
            name: "booking-widget",
            declaration: { name: "BookingWidget", module: "booking-widget.ts" },
          },
        ],
      },
    ],
  };
}

/** Tables of the README. */
function referenceOf(source: string): string {
  const [element] = manifestOf(source).modules[0]!.declarations;
  const { attributes, events, slots, cssParts, cssProperties, members } = element!;
  const cell = (text: string) => text.replaceAll("|", "\\|");
  const table = (
    title: string,
    entries: readonly { name?: string | undefined; description?: string | undefined }[],
  ) =>
    `### ${title}\n\n| | |\n| --- | --- |\n${entries.map(({ name, description }) => `| \`${name || "(none)"}\` | ${cell(description ?? "")} |`).join("\n")}\n`;
  return [
    table("Attributes", attributes),
    table("Methods", members),
    table("Events", events),
    table("Slots", slots),
    table("Parts", cssParts),
    table("Custom properties", cssProperties),
  ].join("\n");
}

/** The README with updated tables. */
export function withReference(readme: string, source: string): string {
  const [before] = readme.split(MARKS[0]);
  const after = readme.split(MARKS[1])[1];
  return `${before}${MARKS[0]}\n\n${referenceOf(source)}\n${MARKS[1]}${after}`;
}

export const readSource = () => readFile(here("booking-widget.ts"), "utf8");

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const source = await readSource();
  await writeFile(here("custom-elements.json"), `${JSON.stringify(manifestOf(source), null, 2)}\n`);
  await writeFile(
    here("README.md"),
    withReference(await readFile(here("README.md"), "utf8"), source),
  );
}
