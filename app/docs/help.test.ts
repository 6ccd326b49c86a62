import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { routeFiles } from "~/testing/route-files";
import { guideNames } from "./guide-pages";
import { findHelp, help } from "./help.server";
import { helpKeywords, helpNames } from "./help-pages";

const pages = helpNames.map((name) => help.findPage(name)!); // each of the list is a page

/** The dashboard's English texts; those with values match any value. */
const texts = Object.values(
  JSON.parse(readFileSync("app/i18n/en/dashboard.json", "utf8")) as Record<string, string>,
).map((text) => text.replace(/<[^>]+>/g, ""));
const fixed = new Set(texts);
const patterns = texts
  .filter((text) => text.includes("{{") && /\p{L}{4}/u.test(text.replace(/\{\{\w+\}\}/g, " ")))
  .map((text) => {
    const parts = text
      .split(/\{\{\w+\}\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    return new RegExp(`^${parts.join(".+")}$`, "u");
  });
const isLabel = (label: string) =>
  fixed.has(label) || patterns.some((pattern) => pattern.test(label));

describe("the pages of Help", () => {
  test("are all files of the folder, short, each with a title and a summary", () => {
    const files = readdirSync("app/docs/help").map((file) => file.replace(".md", ""));
    expect(files.toSorted()).toEqual([...helpNames].toSorted());
    expect(help.contents().flatMap((group) => group.pages.map(({ to }) => to))).toEqual(
      helpNames.map((name) => `/help/${name}`),
    );
    for (const { name, title, description, html } of pages) {
      expect(title, name).toMatch(/^\S.{3,40}$/);
      expect(description, name).toMatch(/^[A-Z].{20,150}\.$/);
      expect(html, name).not.toMatch(/\{\{|<h1/);
      const words = help.markdownOf(name).split(/\s+/).length;
      expect(words, name).toBeGreaterThanOrEqual(120);
      expect(words, name).toBeLessThanOrEqual(350);
    }
    expect(help.findPage("constructor")).toBeNull();
  });

  test("have headings with an address each", () => {
    for (const { name, headings } of pages)
      expect(new Set(headings.map(({ id }) => id)).size, name).toBe(headings.length);
  });

  test("name only labels that the dashboard has", () => {
    const wrong = helpNames.flatMap((name) =>
      [...help.markdownOf(name).matchAll(/\*\*([^*]+)\*\*/g)]
        .map(([, label = ""]) => label.replace(/\s+/g, " "))
        .filter((label) => !isLabel(label))
        .map((label) => `${name}: ${label}`),
    );
    expect(wrong).toEqual([]);
    expect(isLabel("Take €40.00")).toBe(true);
    expect(isLabel("Make coffee")).toBe(false);
  });

  test("lead to pages that exist", () => {
    const documents = new Set([
      ...helpNames.map((name) => `/help/${name}`),
      ...guideNames.map((name) => `/docs/${name}`),
    ]);
    const routes = new Set(routeFiles.map(({ path }) => path));
    const wrong = pages.flatMap(({ name, html, headings }) =>
      [...html.matchAll(/<a [^>]*href="([^"]*)"/g)]
        .map(([, href = ""]) => href)
        .filter((href) =>
          href.startsWith("#")
            ? headings.every(({ id }) => href !== `#${id}`)
            : !documents.has(href) && !(href.startsWith("/dashboard") && routes.has(href)),
        )
        .map((href) => `${name}: ${href}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe("the search", () => {
  test.each([
    ["refund", "refunds"],
    ["Sick", "colleague-ill"],
    ["google cal", "connect-calendar"],
    ["erase", "personal-data"],
    ["waiting list", "classes"],
    ["no-show", "walk-ins"],
  ])("finds a page by its title or keywords: %s", (typed, name) => {
    expect(findHelp(typed).map(({ to }) => to)).toContain(`/help/${name}`);
  });

  test("finds every page by its own title, and nothing for other texts", () => {
    for (const { name, title } of pages)
      expect(
        findHelp(title.replace(/\b(and|your|from|other) /g, "")).map(({ to }) => to),
      ).toContain(`/help/${name}`);
    for (const typed of ["", "an", "   ", "---", "Anouk Bosch", "+31 6 1234", "and"])
      expect(findHelp(typed), typed).toEqual([]);
  });

  test("lists no keyword twice", () => {
    for (const [name, keywords] of Object.entries(helpKeywords)) {
      const words = keywords.split(" ");
      expect(new Set(words).size, name).toBe(words.length);
    }
  });
});
