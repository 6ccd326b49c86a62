import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PageForm } from "../form/page-form";
import { changeHoursRows, openValues } from "./hours-form";
import { OpenFields } from "./open-fields";

// The editor as the server draws it, which is how it works before JavaScript.

const stored = openValues({
  rules: [
    { days: [1], start: "09:00", end: "12:00" },
    { days: [1], start: "13:00", end: "17:00" },
    { days: [3], start: "18:00", end: "00:00" },
  ],
  overrides: [
    { date: "2026-12-24", closed: true },
    { date: "2026-12-25", closed: true },
    { date: "2026-12-31", intervals: [{ start: "10:00", end: "14:00" }] },
  ],
  time_zone: "UTC",
});
type Form = Parameters<typeof changeHoursRows>[0];
const press = (change: string) => changeHoursRows(stored as unknown as Form, change);

function draw(typed: object, error: Record<string, string[]> = {}) {
  const html = renderToStaticMarkup(
    <PageForm
      as="form"
      typed={typed}
      refusal={{ status: "error", error, initialValue: typed as never }}
    >
      <OpenFields zones={[{ value: "UTC", label: "UTC" }]} />
    </PageForm>,
  );
  const fields = [...html.matchAll(/<input\b[^>]*>/g)].map(([tag]) => tag);
  const attribute = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]; // prettier-ignore
  const named = (name: RegExp) => fields.filter((tag) => name.test(attribute(tag, "name") ?? ""));
  return {
    html,
    open: named(/open$/).map((tag) => tag.includes("checked")),
    times: named(/^week.*(from|to)$/).map((tag) => attribute(tag, "value") ?? ""),
    dates: named(/^dates\[\d+\]\.(from|to)$/).map((tag) => attribute(tag, "value") ?? ""),
    invalid: fields
      .filter((tag) => tag.includes("aria-invalid"))
      .map((tag) => attribute(tag, "name")),
  };
}

test("each day has its times, closed ones those they would open with", () => {
  const { open, times, dates, html } = draw(stored);
  expect(open).toEqual([true, false, true, false, false, false, false]);
  expect(times.slice(0, 8)).toEqual(["09:00", "12:00", "13:00", "17:00", "09:00", "12:00", "18:00", "00:00"]); // prettier-ignore
  expect(dates).toEqual(["2026-12-24", "2026-12-25", "2026-12-31", ""]);
  expect(html).toContain("Dec 24");
  expect(html).toContain("10:00 – 14:00");
});

test("rows that were added or removed without JavaScript are there or gone", () => {
  expect(draw(press("break week 2")).times.slice(6, 10)).toEqual(["18:00", "20:30", "21:30", "00:00"]); // prettier-ignore
  expect(draw(press("join week 0 1")).times.slice(0, 4)).toEqual(["09:00", "12:00", "09:00", "12:00"]); // prettier-ignore
  expect(draw(press("add dates")).dates).toHaveLength(6);
  expect(draw(press("remove dates 0")).dates).toEqual(["2026-12-31", ""]);
});

test("as text there are lines, and none of the other fields", () => {
  const { html, open } = draw(press("text"));
  expect(open).toEqual([]);
  expect(html).toContain('value="09:00-12:00, 13:00-17:00"');
  expect(html).toContain("2026-12-24 to 2026-12-25 closed");
});

test("a problem is at its field", () => {
  const { html, invalid } = draw(stored, { "week[0].spans[1].to": ["Too late."] });
  expect(invalid).toEqual(["week[0].spans[1].to"]);
  expect(html).toContain("Too late.");
});
