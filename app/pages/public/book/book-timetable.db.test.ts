import { expect, test } from "vitest";
import {
  aCompany,
  bookingsOf,
  guest,
  hidden,
  linksWith,
  open,
  submit,
} from "~/testing/booking-page";

// A service with several places at a few fixed times is shown as a week of classes.

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const at = (...spans: [start: string, end: string][]) => ({
  name: "Vinyasa",
  rules: spans.map(([start, end]) => ({ days: EVERY_DAY, start, end })),
  duration_minutes: 60,
  price_amount: 1800,
});
const TWO = at(["09:00", "10:00"], ["18:30", "19:30"]);
/** The links to the weeks before and after. */
const weeksIn = (html: string) =>
  linksWith(html, "date=").filter((link) => !/(time|lang)=/.test(link));
const text = (html: string) =>
  html
    .replace(/<!-- -->/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");

test("seven days across, each class with what is left and its price, and one link to the form", async () => {
  const { owner, slug } = await aCompany({ capacity: 12, schedule: TWO });
  const next = weeksIn((await open(slug)).html)[0]!;
  const { html } = await open(slug, next);
  expect(html.match(/<section/g)).toHaveLength(8); // the timetable and its days
  expect(html).not.toContain("<table");
  expect(text(html)).toContain("6:30 PM Vinyasa 1 hr 12 of 12 left €18.00 Book");
  const classes = linksWith(html, "time=");
  expect(classes).toHaveLength(14);
  const form = await open(slug, classes[3]);
  expect(text(form.html)).toContain("Pay at Studio Linden");
  const booked = await submit(slug, classes[3]!, {
    ...guest(),
    attempt: hidden(form.html, "attempt"),
  });
  expect(booked.status).toBe(303);
  expect(await bookingsOf(owner.tenant.id)).toHaveLength(1);
  expect(text((await open(slug, next)).html)).toContain("11 of 12 left");
  // The weeks before and after.
  const weeks = weeksIn(html);
  expect(weeks).toHaveLength(2);
  expect((await open(slug, weeks[1])).html).not.toContain(classes[0]!.replaceAll("&", "&amp;"));
});

test("one place at a time, and many times a day, have a calendar", async () => {
  for (const options of [
    { capacity: 1, schedule: TWO },
    { capacity: 12, schedule: at(["09:00", "19:00"]) },
  ]) {
    const { slug } = await aCompany(options);
    const { html } = await open(slug);
    expect(html).toContain("<table");
    expect(html).not.toContain('class="timetable');
  }
});
