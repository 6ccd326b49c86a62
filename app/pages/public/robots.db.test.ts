import { expect, test } from "vitest";
import { guideNames } from "~/docs/guide-pages";
import { helpNames } from "~/docs/help-pages";
import { env } from "~/lib/env.server";
import { loader as robots } from "./robots.txt";
import { loader as sitemap } from "./sitemap.xml";

test("search engines are led to every page of the guide and Help, and away from the API", async () => {
  const text = await robots().text();
  expect(text).toContain(`Sitemap: ${env.BASE_URL}/sitemap.xml`);
  expect(text).toContain("Disallow: /api/\n");
  expect(text).not.toContain("Disallow: /book");
  const xml = await sitemap().text();
  const listed = [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) =>
    address!.replace(env.BASE_URL, ""),
  );
  expect(listed).toEqual(expect.arrayContaining(guideNames.map((name) => `/docs/${name}`)));
  expect(listed).toEqual(expect.arrayContaining(helpNames.map((name) => `/help/${name}`)));
  expect(listed).toContain("/");
});
