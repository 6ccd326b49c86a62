import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { operations } from "~/contract";
import { ErrorBody } from "~/contract/error-body";
import { errorStatus } from "~/contract/errors";
import { WebhookEvent } from "~/contract/events";
import { limits } from "~/http/limit-table.server";
import { sourceFiles } from "~/testing/source-files";
import { guide } from "./guide.server";
import { guideNames } from "./guide-pages";
import { guideParts } from "./guide-parts.server";

const pages = guideNames.map((name) => guide.findPage(name)!); // each of the list is a page
const operationNamed = (name: string) => operations.find((one) => one.name === name)?.operation;
const operationAt = (method: string, path: string) =>
  operations.find(({ operation }) => {
    const pattern = operation.path.replace(/:\w+/g, "[^/]+");
    return operation.method === method && new RegExp(`^${pattern}$`).test(path);
  })?.operation;

/** The blocks of code of a page: what is after the three accents, and the text. */
const blocksOf = (markdown: string) =>
  [...markdown.matchAll(/^```(\S*) ?(.*)\n([\s\S]*?)^```$/gm)].map(
    ([, language = "", info = "", text = ""]) => ({
      language,
      info,
      text,
    }),
  );
const blocks = guideNames.flatMap((name) =>
  blocksOf(guide.markdownOf(name)).map((block) => ({ name, ...block })),
);

describe("the pages", () => {
  test("are all files of the folder, each with a title, a description and text", () => {
    const files = readdirSync("app/docs/guide").map((file) => file.replace(".md", ""));
    expect(files.sort()).toEqual([...guideNames].sort());
    for (const { title, description, html } of pages) {
      expect(title).toMatch(/^\S.{3,40}$/);
      expect(description).toMatch(/^[A-Z].{20,150}\.$/);
      expect(html).not.toMatch(/\{\{|<h1/);
    }
    expect(guide.contents().flatMap((group) => group.pages.map((page) => page.name))).toEqual(
      guideNames,
    );
  });

  test("are read in order, and other names are no page", () => {
    expect(guide.neighboursOf("quick-start")).toMatchObject({
      previous: null,
      next: { name: "keys" },
    });
    expect(guide.neighboursOf("payments")).toMatchObject({
      previous: { name: "webhooks" },
      next: null,
    });
    // What operators read is in the repository, and not at a public address.
    for (const name of [
      undefined,
      "",
      "nothing",
      "operating-payments",
      "operations",
      "../glossary",
      "constructor",
    ])
      expect(guide.findPage(name)).toBeNull();
  });

  test("have headings of which each has an address of its own", () => {
    for (const { name, headings } of pages) {
      const ids = headings.map(({ id }) => id);
      expect(new Set(ids).size, name).toBe(ids.length);
      expect(ids.every(Boolean), name).toBe(true);
    }
  });

  test("lead to pages and headings that exist", () => {
    const known = new Set(["/developers", "/developers/reference", "/docs", "/api/openapi.json"]);
    for (const page of pages)
      for (const address of [
        `/docs/${page.name}`,
        ...page.headings.map(({ id }) => `/docs/${page.name}#${id}`),
      ])
        known.add(address);
    const outside = [
      "https://www.standardwebhooks.com/",
      "https://github.com/commenthol/date-holidays",
      "https://creativecommons.org/licenses/by-sa/3.0/",
    ];
    const wrong = pages.flatMap(({ name, html }) =>
      [...html.matchAll(/<a [^>]*href="([^"]*)"/g)]
        .map(([, href = ""]) => (href.startsWith("#") ? `/docs/${name}${href}` : href))
        .filter((href) => !known.has(href) && !outside.includes(href))
        .map((href) => `${name}: ${href}`),
    );
    expect(wrong).toEqual([]);
  });

  test("use every part that the code fills in", () => {
    const used = readdirSync("app/docs/guide").flatMap((file) =>
      [...readFileSync(`app/docs/guide/${file}`, "utf8").matchAll(/\{\{(\w+)\}\}/g)].map(
        ([, part]) => part,
      ),
    );
    expect([...new Set(used)].sort()).toEqual(Object.keys(guideParts).sort());
  });

  test("name every error, every limit and every event once the parts are filled in", () => {
    const cell = (text: string) => `| \`${text}\` |`;
    for (const code of Object.keys(errorStatus))
      expect(guide.markdownOf("errors")).toContain(cell(code));
    for (const { points } of Object.values(limits).flat())
      expect(guide.markdownOf("limits")).toContain(`| ${points.toLocaleString("en")} in `);
    expect(guide.markdownOf("webhooks")).toContain(
      "5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h",
    );
    expect(guide.findPage("webhooks")?.headings.map(({ text }) => text)).toEqual(
      expect.arrayContaining(["TypeScript", "Python", "PHP", "Go"]),
    );
  });
});

describe("what the pages show", () => {
  test.each(blocks.filter(({ language }) => language === "json"))(
    "$name, json $info: is what the contract takes",
    (block) => {
      const value: unknown = JSON.parse(block.text);
      if (block.info === "any") return;
      const schemas = { WebhookEvent, ErrorBody };
      const schema =
        block.info in schemas
          ? schemas[block.info as keyof typeof schemas] // just looked up
          : operationNamed(/^body=(\S+)$/.exec(block.info)?.[1] ?? "")?.body;
      expect(schema, `json ${block.info} names no schema`).toBeDefined();
      expect(schema?.safeParse(value).error?.issues).toBeUndefined();
    },
  );

  test("calls operations that exist, with bodies and queries that they take", () => {
    const id = "0199b1c0-0000-7000-8000-000000000001";
    const calls = blocks
      .filter(({ language }) => language === "sh")
      .flatMap(({ name, text }) =>
        text.split(/(?=\b(?:curl|api) (?!\(\)))/).map((call) => ({ name, call })),
      )
      .filter(({ call }) => /^(curl|api) [^"]*"[^"]*\/api\//.test(call));
    expect(calls.length).toBeGreaterThan(6);
    for (const { name, call } of calls) {
      // Variables of the shell hold ids; the receiver's address is the one the guide names.
      const plain = call
        .replace(/\$BASE_URL/g, "http://127.0.0.1:3000")
        .replace(/'"\$RECEIVER"'/g, "127.0.0.1:4567")
        .replace(/'"\$\w+"'|\$\([^)]*\)|\$[A-Z]+/g, id);
      const url = new URL(/"(http[^"]+)"/.exec(plain)?.[1] ?? "");
      const operation = operationAt(/-X (\w+)/.exec(plain)?.[1] ?? "GET", url.pathname);
      expect(operation, `${name}: ${call}`).toBeDefined();
      const body = /-d '([^']+)'/.exec(plain)?.[1];
      if (body !== undefined)
        expect(operation?.body?.safeParse(JSON.parse(body)).error?.issues, name).toBeUndefined();
      expect(
        operation?.query?.safeParse(Object.fromEntries(url.searchParams)).error?.issues,
        name,
      ).toBeUndefined();
    }
  });

  test("names operations that exist", () => {
    const named = guideNames.flatMap((name) =>
      [...guide.markdownOf(name).matchAll(/`(GET|POST|PATCH|DELETE) (\/[^`?]*)/g)].map(
        ([, method = "", path = ""]) => ({
          name,
          method,
          path,
        }),
      ),
    );
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter(({ method, path }) => operationAt(method, path) === undefined)).toEqual([]);
  });

  test("names fields and codes that the contract has", () => {
    // The last is in the file that `npm start` writes.
    const known = `${readFileSync("app/contract/openapi.json", "utf8")} secret_key`;
    const inGuide = readdirSync("app/docs/guide").flatMap((file) =>
      [
        ...readFileSync(`app/docs/guide/${file}`, "utf8")
          .replace(/^```[\s\S]*?^```$/gm, "")
          .matchAll(/`([a-z]+(?:_[a-z]+)+)`/g),
      ].map(([, word = ""]) => ({ file, word })),
    );
    expect(inGuide.length).toBeGreaterThan(20);
    expect(inGuide.filter(({ word }) => !known.includes(word))).toEqual([]);
  });
});

test("links between the files of the repository lead to files", () => {
  const files = [
    ...readdirSync(".").filter((file) => file.endsWith(".md")),
    ...["app", "widget-element"].flatMap(sourceFiles).filter((file) => file.endsWith(".md")),
  ];
  const wrong = files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/\]\((?!https?:|#|\/)([^)#\s]+)(?:#[^)]*)?\)/g)]
      .map(([, path = ""]) => path)
      .filter((path) => !existsSync(join(dirname(file), path)))
      .map((path) => `${file}: ${path}`),
  );
  expect(wrong).toEqual([]);
});
