import { describe, expect, test } from "vitest";
import { type FindTenants, startRounds } from "./tenant-round.server";

const id = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, "0")}`;

/** Tenants that always have due work, in pages of `size`. */
const pagesOf =
  (ids: string[], size = 2): FindTenants =>
  async (after, limit) =>
    ids.filter((one) => one > after).slice(0, Math.min(size, limit));

describe("a round of the tenants", () => {
  const ids = [1, 2, 3, 4, 5].map(id);

  test("visits each once, also with short pages", async () => {
    for (const size of [1, 2, 5]) {
      const goRound = startRounds("test", pagesOf(ids, size));
      const visited: string[] = [];
      for (let round = 0; round < 2; round++)
        await goRound(async (tenantId) => {
          visited.push(tenantId);
          return true;
        });
      expect(visited).toEqual([...ids, ...ids]);
    }
  });

  test("starts after the tenant where the previous round ended", async () => {
    const goRound = startRounds("test", pagesOf(ids));
    const visited: string[] = [];
    for (let round = 0; round < 4; round++) {
      let left = 3;
      await goRound(async (tenantId) => {
        visited.push(tenantId);
        return --left > 0;
      });
    }
    expect(visited).toEqual([...ids, ...ids, ...ids].slice(0, 12));
  });

  test("skips a tenant whose work fails", async () => {
    const goRound = startRounds("test", pagesOf(ids));
    const done: string[] = [];
    await goRound(async (tenantId) => {
      if (tenantId === id(2)) throw new Error("broken");
      done.push(tenantId);
      return true;
    });
    expect(done).toEqual(ids.filter((one) => one !== id(2)));
  });

  test("visits at most the allowed number concurrently", async () => {
    const goRound = startRounds("test", pagesOf(ids, 5), 2);
    let running = 0;
    let most = 0;
    await goRound(async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
      return true;
    });
    expect(most).toBe(2);
  });
});
