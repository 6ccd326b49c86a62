import { expect, test } from "vitest";
import { Slug } from "~/contract/tenant";
import { slugOf } from "./slug";

test.each([
  ["Studio Linden", "studio-linden"],
  ["Café Ångström & Co.", "cafe-angstrom-co"],
  ["Müller's Groß-Garage", "mullers-gross-garage"],
  ["Rødgrød", "rodgrod"],
  ["  --  A1 b  ", "a1-b"],
  ["美容室", "company"],
  ["צמח", "company"],
  ["No", "company"],
  ["🎾", "company"],
  ["x".repeat(47) + " yz", "x".repeat(47)],
])("%s becomes %s", (name, slug) => {
  expect(slugOf(name)).toBe(slug);
  expect(Slug.parse(slugOf(name))).toBe(slug);
});
