import { expect, test } from "vitest";
import openApi from "~/contract/openapi.json";
import { oneOperation } from "./one-operation";

const names = (value: object) => Object.keys(value).sort();

test("one operation is left, with the components that it refers to, however far", () => {
  const refer = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const document = {
    openapi: "3.1.0",
    paths: {
      "/a": { get: { operationId: "a_list", responses: { 200: refer("List") } }, post: { operationId: "a_create" } },
      "/b": { get: { operationId: "b_list", responses: { 200: refer("Other") } } },
    },
    components: {
      schemas: { List: { items: refer("Item") }, Item: { parent: refer("Item") }, Other: {} },
      securitySchemes: { key: { type: "http" } },
    },
    webhooks: { "booking.created": {} },
  };
  expect(oneOperation(document, "a_list")).toEqual({
    openapi: "3.1.0",
    paths: { "/a": { get: document.paths["/a"].get } },
    components: {
      schemas: { List: { items: refer("Item") }, Item: { parent: refer("Item") } },
      securitySchemes: { key: { type: "http" } },
    },
    tags: [],
    webhooks: {},
  });
});

test("every reference of the service's own operations is in what is left", () => {
  const left = oneOperation(openApi as unknown as Parameters<typeof oneOperation>[0], "bookings_create");
  expect(names(left.paths)).toEqual(["/api/bookings"]);
  const text = JSON.stringify(left);
  const referred = new Set(
    [...text.matchAll(/"#\/components\/(\w+)\/([\w.-]+)"/g)].map(([, kind, name]) => `${kind}/${name}`),
  );
  expect(referred.size).toBeGreaterThan(10);
  for (const one of referred) {
    const [kind = "", name = ""] = one.split("/");
    expect(left.components[kind]?.[name], one).toBeDefined();
  }
});
