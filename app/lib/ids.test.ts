import { expect, test } from "vitest";
import { newId } from "./ids";

test("ids are unique, increasing UUIDs of version 7 with the current time", () => {
  const before = Date.now();
  const ids = Array.from({ length: 20_000 }, newId);
  const after = Date.now();
  expect(new Set(ids).size).toBe(ids.length);
  expect([...ids].sort()).toEqual(ids);
  for (const id of [ids[0]!, ids.at(-1)!]) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const at = parseInt(id.replace("-", "").slice(0, 12), 16);
    expect(at).toBeGreaterThanOrEqual(before);
    expect(at).toBeLessThanOrEqual(after);
  }
});
