import type { ServerBuild } from "@remix-run/node";
import { expect, test } from "vitest";
import { pagePatterns } from "./page-patterns.server";

const paths = [
  "",
  "dashboard/services/:id/:tab",
  "dashboard/services/:id/why",
  "dashboard/services/new",
  "manage/:token",
];
const routes = Object.fromEntries(paths.map((path) => [path, { id: path, path, module: {} }]));
const patternOf = pagePatterns({ routes } as unknown as ServerBuild); // only routes are read

test.each([
  ["/", "/"],
  ["/dashboard/services/new", "/dashboard/services/new"],
  ["/dashboard/services/1/why?date=2026-11-23", "/dashboard/services/:id/why"],
  ["/dashboard/services/1/offer.data", "/dashboard/services/:id/:tab"],
  ["/manage/secret", "/manage/:token"],
  ["/manage/%zz", "none"],
  ["/nowhere", "none"],
])("the page at %s is logged as %s, the most specific pattern in any order", (url, pattern) => {
  expect(patternOf({ url })).toBe(pattern);
});
