import { expect, test } from "vitest";
import { operations } from "~/contract";
import { pathFinder } from "./api-router.server";

const find = pathFinder(new Map(operations.map(({ operation: { path } }) => [path, path])));

test.each([
  ["/api/resources", "/api/resources", {}],
  ["/api/resources/", "/api/resources", {}],
  ["/API/Resources", "/api/resources", {}],
  ["/api/%72esources", "/api/resources", {}],
  ["/api/slots/delete", "/api/slots/delete", {}],
  ["/api/slots/Deleted", "/api/slots/:id", { id: "Deleted" }],
  ["/api/slots/jobs/a%2Fb", "/api/slots/jobs/:id", { id: "a/b" }],
  ["/api/users/me/preferences", "/api/users/me/preferences", {}],
])("%s is the path %s", (pathname, target, params) => {
  expect(find(pathname)).toEqual({ target, params });
});

test.each([
  "/",
  "/api",
  "/api/",
  "/api/nothing",
  "/api/resources/a/b",
  "/api//resources",
  "/api/bookings//refund",
  "/api/resources/%ZZ",
  "/api/resources%2Fa",
])("%s matches no path", (pathname) => {
  expect(find(pathname)).toBeNull();
});
