import { expect, test } from "vitest";
import { CompanyFigures, SHOWN_COMPANIES } from "./company-figures";

const MINUTE = 60_000;

test("reports the twenty companies with the highest total response time", () => {
  const figures = new CompanyFigures();
  for (let company = 1; company <= 30; company += 1)
    for (let call = 0; call < company; call += 1) figures.count(`company ${company}`, 500, MINUTE);
  const top = figures.top(MINUTE);
  expect(top).toHaveLength(SHOWN_COMPANIES);
  expect(top[0]).toEqual({ tenant_id: "company 30", calls: 30, seconds: 15 });
  expect(top.at(-1)?.tenant_id).toBe("company 11");
});

test("figures cover five minutes in bounded memory", () => {
  const figures = new CompanyFigures();
  for (let minute = 1; minute <= 7; minute += 1) figures.count("one", 1000, minute * MINUTE);
  expect(figures.top(7 * MINUTE)).toEqual([{ tenant_id: "one", calls: 5, seconds: 5 }]);
  expect(figures.top(11 * MINUTE)).toEqual([{ tenant_id: "one", calls: 1, seconds: 1 }]);
  expect(figures.top(12 * MINUTE)).toEqual([]);
  for (let company = 0; company < 6000; company += 1)
    figures.count(String(company), 1, 20 * MINUTE);
  figures.count("late", 9000, 20 * MINUTE);
  expect(figures.top(20 * MINUTE).map(({ tenant_id }) => tenant_id)).not.toContain("late");
});
