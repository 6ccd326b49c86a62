import { expect, test } from "vitest";
import { childrenFirst } from "./tenant-tables.sql.server";

const reference = (child: string, parent: string) => ({ child, parent });

test("referencing tables come before referenced ones, also indirectly", () => {
  const references = [
    reference("booking", "customer"),
    reference("claim", "booking"),
    reference("event", "booking"),
  ];
  for (const tables of [
    ["customer", "booking", "claim", "event"],
    ["event", "claim", "booking", "customer"],
    ["booking", "event", "customer", "claim"],
  ]) {
    const order = childrenFirst(tables, references);
    expect([...order].sort()).toEqual([...tables].sort());
    for (const { child, parent } of references)
      expect(order.indexOf(child)).toBeLessThan(order.indexOf(parent));
  }
});

test("tolerates unknown tables, self-references and cycles", () => {
  const references = [
    reference("a", "tenant"),
    reference("a", "a"),
    reference("b", "c"),
    reference("c", "b"),
  ];
  expect(childrenFirst(["a", "b", "c"], references).sort()).toEqual(["a", "b", "c"]);
});
