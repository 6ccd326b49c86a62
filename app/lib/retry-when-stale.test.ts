import { expect, test } from "vitest";
import { retryWhenStale } from "./retry-when-stale";

test("a lost race is retried, and repeated losses end in not_ready", async () => {
  const losing = (races: number) => {
    let left = races;
    return retryWhenStale(async () => (left-- > 0 ? null : "saved"));
  };
  expect(await losing(0)).toBe("saved");
  expect(await losing(29)).toBe("saved");
  await expect(losing(Infinity)).rejects.toMatchObject({ code: "not_ready", status: 503 });
});

test("an error of the change is not retried", async () => {
  let tries = 0;
  const failing = retryWhenStale(async () => {
    tries++;
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect(tries).toBe(1);
});
