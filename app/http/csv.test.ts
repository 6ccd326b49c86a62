import { expect, test } from "vitest";
import { csvResponse } from "./csv.server";

test("a long file yields to other requests", async () => {
  const rows = Array.from({ length: 1000 }, (_, number) => ({ number }));
  const columns = [{ name: "number", value: (row: { number: number }) => row.number }];
  let turns = 0;
  let isDone = false;
  const take = () => void (isDone || (turns++, setImmediate(take)));
  setImmediate(take);
  const text = await csvResponse("numbers.csv", columns, [rows]).text();
  isDone = true;
  expect(text.split("\r\n")).toHaveLength(1002);
  expect(turns).toBeGreaterThanOrEqual(20);
});
