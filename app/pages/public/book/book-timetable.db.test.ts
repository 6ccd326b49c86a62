import { expect, test } from "vitest";
import { LOCALES } from "~/i18n/locales";
import { prisma } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { makeResource, makeSchedule } from "~/testing/factory";
import { statementCosts } from "~/testing/statement-costs";
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
const weeksIn = (html: string) => linksWith(/<nav class="days".*?<\/nav>/s.exec(html)![0], "date=");
/** The week after the one that the page opens with, whose earlier days may be over. */
const laterWeek = async (slug: string) => weeksIn((await open(slug)).html).at(-1)!;
const text = (html: string) =>
  html
    .replace(/<!-- -->/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");

test("seven days across, each class with what is left and its price, and one link to the form", async () => {
  const { owner, slug } = await aCompany({ capacity: 12, schedule: TWO });
  const next = await laterWeek(slug);
  const { html } = await open(slug, next);
  expect(html.match(/<section/g)).toHaveLength(8); // the timetable and its days
  expect(html).not.toContain("<table");
  expect(text(html)).toContain("6:30 PM Vinyasa 1 h 12 of 12 left €18.00 Book");
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

/** A studio with three classes; Yin is given by Mila or Noor, the others by Mila. */
async function aStudio(options: Parameters<typeof aCompany>[0] = {}) {
  const studio = await aCompany({ capacity: 12, schedule: TWO, ...options });
  const { owner, room } = studio;
  const noor = await makeResource(owner, { name: "Noor", capacity: 8 });
  const yin = await makeSchedule(owner, [room.id, noor.id], {
    ...at(["20:00", "21:15"]),
    name: "Yin",
    duration_minutes: 75,
  });
  const hatha = await makeSchedule(owner, [room.id], { ...at(["11:00", "12:00"]), name: "Hatha" });
  return { ...studio, noor, yin, hatha };
}

const chip = (html: string, name: string) =>
  new RegExp(`class="chip" href="([^"]*)"[^>]*>${name}</a>`)
    .exec(html)![1]!
    .replaceAll("&amp;", "&");

test("a company of classes shows all of them in one week, each with a link to its form", async () => {
  const { owner, slug, yin } = await aStudio();
  const next = await laterWeek(slug);
  const { html } = await open(slug, next);
  expect(html.match(/<section/g)).toHaveLength(8);
  expect(text(html)).toContain("Which class? All classes Vinyasa Yin Hatha");
  expect(text(html)).toContain(
    "9:00 AM Vinyasa 1 h 12 of 12 left €18.00 Book 11:00 AM Hatha 1 h 12 of 12 left €18.00 Book " +
      "6:30 PM Vinyasa 1 h 12 of 12 left €18.00 Book 8:00 PM Yin 75 min 12 of 12 left €18.00 Book",
  );
  const classes = linksWith(html, "time=");
  expect(classes).toHaveLength(4 * 7);
  expect(new Set(classes).size).toBe(4 * 7);
  const late = classes[3]!;
  expect(late).toContain(`service=${yin.id}`);
  const form = await open(slug, late);
  const booked = await submit(slug, late, { ...guest(), attempt: hidden(form.html, "attempt") });
  expect(booked.status).toBe(303);
  expect(await bookingsOf(owner.tenant.id)).toMatchObject([{ schedule_id: yin.id }]);
  // The weeks before and after.
  const weeks = weeksIn(html);
  expect(weeks).toHaveLength(2);
  expect(linksWith((await open(slug, weeks[1])).html, "time=")).not.toContain(classes[0]);
});

test("filters show one class, or whom it is with, and are kept by weeks and languages", async () => {
  const { slug, yin, noor } = await aStudio();
  const next = await laterWeek(slug);
  const all = (await open(slug, next)).html;
  const ofYin = (await open(slug, chip(all, "Yin"))).html;
  expect(linksWith(ofYin, "time=")).toHaveLength(7);
  expect(text(ofYin)).not.toContain("Vinyasa 1 h");
  expect(text(ofYin)).toContain("Yin 75 minutes · €18.00");
  for (const link of weeksIn(ofYin)) expect(link).toContain(`class=${yin.id}`);
  const withNoor = (await open(slug, chip(all, "Noor"))).html;
  expect(text(withNoor)).toContain("8 of 8 left");
  expect(linksWith(withNoor, "time=")).toHaveLength(7);
  for (const link of linksWith(withNoor, "time="))
    expect(link).toContain(`service=${yin.id}&resource=${noor.id}`);
  // Noor does not give Hatha: choosing it drops her.
  expect(chip(withNoor, "Hatha")).not.toContain("resource=");
  expect(chip(withNoor, "Yin")).toContain("resource=");
  expect(linksWith(withNoor, "lang=nl")[0]).toContain(`resource=${noor.id}`);
  expect((await open(slug, "?class=none")).html).toContain("All classes");
});

test("a full class is shown only if it has a waiting list, which its link leads to", async () => {
  const { owner, room, slug } = await aStudio({ capacity: 2 });
  const duo = await makeSchedule(owner, [room.id], {
    ...at(["12:30", "13:00"]),
    name: "Duo",
    duration_minutes: 30,
    price_amount: 0,
  });
  const next = await laterWeek(slug);
  const [link] = linksWith((await open(slug, next)).html, `service=${duo.id}`).slice(-1);
  for (const _place of [1, 2]) {
    const { html } = await open(slug, link);
    const booked = await submit(slug, link!, { ...guest(), attempt: hidden(html, "attempt") });
    expect(booked.status).toBe(303);
  }
  const { html } = await open(slug, next);
  expect(linksWith(html, `service=${duo.id}`)).toContain(`${link}&wait=1`);
  expect(text(html)).toContain("12:30 PM Duo 30 min Full Waiting list");
  expect(html).toContain('aria-label="Duo, Wait for');
  expect(text((await open(slug, `${link}&wait=1`)).html)).toContain("Join the waiting list");
  await prisma.widgetConfig.create({
    data: {
      tenant_id: owner.tenant.id,
      id: newId(),
      name: "Default",
      is_default: true,
      settings: { steps: { waitlist: false } },
    },
  });
  const without = (await open(slug, next)).html;
  expect(linksWith(without, `service=${duo.id}`)).toHaveLength(6);
  expect(without).not.toContain("wait=1");
});

test("services that are no classes stand below the timetable, unless they are most", async () => {
  const { owner, slug, yin } = await aStudio();
  const one = await makeResource(owner);
  const add = (name: string) => makeSchedule(owner, [one.id], { name });
  const lesson = await add("Private lesson");
  const { html } = await open(slug);
  expect(html).toContain('class="timetable');
  expect(text(html)).toMatch(/Other services Private lesson/);
  expect(linksWith(html, `service=${lesson.id}`)).toEqual([`?service=${lesson.id}`]);
  expect((await open(slug, `?class=${yin.id}`)).html).not.toContain("Private lesson");
  for (const name of ["Massage", "Advice", "Assessment"]) await add(name);
  expect((await open(slug)).html).not.toContain('class="timetable');
});

test("with too many classes, or many times a day there is a list", async () => {
  const crowded = await aStudio();
  await makeSchedule(crowded.owner, [crowded.room.id], { ...at(["08:00", "20:00"]), name: "Open" });
  const large = await aStudio();
  for (let more = 0; more < 18; more++)
    await makeSchedule(large.owner, [large.room.id], { name: `Class ${more}` });
  for (const { slug } of [crowded, large]) {
    const { html } = await open(slug);
    expect(html).toContain("What would you like to book?");
    expect(html).not.toContain('class="timetable');
  }
});

test("the number of statements does not grow with the classes", async () => {
  const { owner, room, slug } = await aStudio();
  const next = await laterWeek(slug);
  const count = async () =>
    (await statementCosts(async () => void (await open(slug, next)))).length;
  const few = await count();
  for (let more = 0; more < 8; more++)
    await makeSchedule(owner, [room.id], { ...at(["22:00", "23:00"]), name: `Class ${more}` });
  await open(slug); // reads the configuration
  expect(await count()).toBe(few);
  expect(linksWith((await open(slug, next)).html, "time=").length).toBeGreaterThan(28);
});

test.each(LOCALES)("in %s the words are its own", async (lang) => {
  const { slug } = await aStudio();
  const { html } = await open(slug, `?lang=${lang}`);
  expect(html.includes("All classes")).toBe(lang === "en");
  expect(html).toContain('class="timetable');
});
