import { beforeEach, expect, test } from "vitest";
import { NewBooking } from "~/contract/booking-inputs";
import { createBooking } from "~/domain/bookings/place/create-booking.server";
import type { UserActor } from "~/domain/identity/actor";
import { updateSchedule } from "~/domain/schedules/schedules.server";
import { bookingsOf, guest, hidden, linksWith, open, submit } from "~/testing/booking-page";
import { aCustomer, makeResource, makeSchedule, makeTenant } from "~/testing/factory";

// A guest books several services in one visit on the page without JavaScript.

interface Salon {
  owner: UserActor;
  slug: string;
  sami: string;
  noor: string;
  cut: string;
  colour: string;
  wash: string;
}
let salon: Salon;

const GLOSS = { id: "gloss", name: "Gloss", price_amount: 900, max_quantity: 1 };

beforeEach(async () => {
  const owner = await makeTenant({
    name: "Salon",
    time_zone: "Europe/Amsterdam",
    takes_payments: true,
  });
  const sami = await makeResource(owner, { name: "Sami", type: "person" });
  const noor = await makeResource(owner, { name: "Noor", type: "person" });
  const service = async (more: object) =>
    (
      await makeSchedule(owner, [sami.id, noor.id], {
        currency: "EUR",
        max_advance_days: 40,
        rules: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "09:00", end: "13:00" }],
        step_minutes: 60,
        ...more,
      })
    ).id;
  salon = {
    owner,
    slug: owner.tenant.slug,
    sami: sami.id,
    noor: noor.id,
    cut: await service({ name: "Cut", duration_minutes: 30, price_amount: 2000 }),
    colour: await service({
      name: "Colour",
      duration_minutes: 90,
      price_amount: 6000,
      addons: [GLOSS],
    }),
    wash: await service({ name: "Wash", duration_minutes: 15, price_amount: 1000 }),
  };
});

const send = async (...form: Parameters<typeof submit>) => {
  const response = await submit(...form);
  return {
    status: response.status,
    to: response.headers.get("Location") ?? "",
    html: await response.text(),
  };
};

/** The form of a visit on the last day shown, at its first time. */
async function walk(search: string) {
  const first = await open(salon.slug, search);
  const dateIn = (link: string) => new URLSearchParams(link).get("date")!;
  const days = linksWith(first.html, "date=").toSorted((a, b) => (dateIn(a) < dateIn(b) ? -1 : 1));
  const [day] = days.slice(-1);
  const times = await open(salon.slug, day);
  const [time] = linksWith(times.html, "time=");
  const form = await open(salon.slug, time);
  const shown = {
    attempt: hidden(form.html, "attempt"),
    expected_amount: hidden(form.html, "expected_amount"),
  };
  return { first, times, search: time!, form, shown };
}
const visit = () => `?service=${salon.cut}&also=${salon.colour}`;
const startOf = (search: string) => new URLSearchParams(search).get("time")!;

test("another service is added, and both are booked one after another at their sum", async () => {
  const chosen = await open(salon.slug, `?service=${salon.cut}`);
  expect(chosen.html).toContain("Add another service");
  const [add] = linksWith(chosen.html, "add=1");
  const adding = await open(salon.slug, add);
  expect(linksWith(adding.html, "also=")).toHaveLength(2); // colour and wash, not the cut again
  const [link] = linksWith(adding.html, salon.colour);
  const { times, search, form, shown } = await walk(link!);
  expect(times.html).toContain("Remove Cut");
  expect(form.html).toContain("2 hours · €80");
  expect(shown.expected_amount).toBe("8000");
  const booked = await send(salon.slug, search, { ...guest(), ...shown });
  expect(booked.status).toBe(303);
  expect(booked.to).toContain("done=booked");
  const [cut, colour, ...more] = await bookingsOf(salon.owner.tenant.id);
  expect(more).toEqual([]);
  expect([cut, colour]).toMatchObject([
    { schedule_id: salon.cut, visit_no: 1, source: "widget", price_amount: 2000 },
    { schedule_id: salon.colour, visit_no: 2, source: "widget", price_amount: 6000 },
  ]);
  expect(cut!.visit_id).toBe(colour!.visit_id);
  expect(cut!.starts_at.toISOString()).toBe(new Date(startOf(search)).toISOString());
  expect(colour!.starts_at).toEqual(cut!.ends_at);
});

test("sent twice, the form books once", async () => {
  const { search, shown } = await walk(visit());
  const form = { ...guest(), ...shown };
  const first = await send(salon.slug, search, form);
  const second = await send(salon.slug, search, form);
  expect([first.status, second.status]).toEqual([303, 303]);
  expect(second.to).toBe(first.to);
  expect(await bookingsOf(salon.owner.tenant.id)).toHaveLength(2);
});

test("each service has its person, or the one of the service before", async () => {
  const { sami, noor, slug, cut, colour, owner } = salon;
  const { search, form, shown } = await walk(
    `?service=${cut}&resource=${sami}&also=${colour}.${noor}`,
  );
  expect(form.html).toContain("Cut · Sami");
  expect(form.html).toContain("Colour · Noor");
  expect((await send(slug, search, { ...guest(), ...shown })).status).toBe(303);
  const same = await walk(`?service=${cut}&resource=${noor}&also=${colour}.same`);
  expect((await send(slug, same.search, { ...guest(), ...same.shown })).status).toBe(303);
  const made = await bookingsOf(owner.tenant.id);
  expect(made.map(({ resource_id }) => resource_id)).toEqual([sami, noor, noor, noor]);
});

test("the sum with extras is shown before it is booked, and no other sum is", async () => {
  const { search, shown } = await walk(visit());
  const wish = { ...guest(), "addon_part2-gloss": "1" };
  const asked = await send(salon.slug, search, { ...wish, ...shown });
  expect(asked.status).toBe(409);
  expect(asked.html).toContain("€89");
  expect(hidden(asked.html, "expected_amount")).toBe("8900");
  expect(await bookingsOf(salon.owner.tenant.id)).toEqual([]);
  const again = { attempt: hidden(asked.html, "attempt"), expected_amount: "8900" };
  expect((await send(salon.slug, search, { ...wish, ...again })).status).toBe(303);
  const [, colour] = await bookingsOf(salon.owner.tenant.id);
  expect(colour).toMatchObject({ price_amount: 6900, addons: [{ id: "gloss", quantity: 1 }] });
});

test("a price that has changed since is asked about, and nothing is booked", async () => {
  const { search, shown } = await walk(`?service=${salon.cut}&also=${salon.wash}`);
  await updateSchedule(salon.owner, salon.wash, { price_amount: 1500 });
  const refused = await send(salon.slug, search, { ...guest(), ...shown });
  expect(refused.status).toBe(409);
  expect(hidden(refused.html, "expected_amount")).toBe("3500");
  expect(await bookingsOf(salon.owner.tenant.id)).toEqual([]);
});

test("if one service is taken nothing is booked, and one press books another start", async () => {
  const { search, shown } = await walk(`?service=${salon.cut}&also=${salon.wash}`);
  const later = new Date(Date.parse(startOf(search)) + 30 * 60_000).toISOString();
  for (const resource_id of [salon.sami, salon.noor])
    await createBooking(
      salon.owner,
      NewBooking.parse({
        resource_id,
        schedule_id: salon.wash,
        starts_at: later,
        duration_minutes: 15,
        customer: aCustomer(),
        override: true,
      }),
      null,
    );
  const refused = await send(salon.slug, search, { ...guest(), ...shown });
  expect(refused.status).toBe(409);
  expect(refused.html).toContain("That time has just been taken.");
  expect(await bookingsOf(salon.owner.tenant.id)).toHaveLength(2);
  const [other] = [...refused.html.matchAll(/formAction="(\?[^"]*)"|formaction="(\?[^"]*)"/g)]
    .map(([, one, two]) => (one ?? two)!.replaceAll("&amp;", "&"))
    .filter((address) => address.includes("time="));
  const again = { attempt: hidden(refused.html, "attempt") };
  expect((await send(salon.slug, other!, { ...guest(), ...again })).status).toBe(303);
  expect(await bookingsOf(salon.owner.tenant.id)).toHaveLength(4);
});

test("questions of each service are asked, those of the second next to its own name", async () => {
  const question = { id: "length", label: "How long is your hair?", type: "text", required: true };
  for (const id of [salon.cut, salon.colour])
    await updateSchedule(salon.owner, id, { questions: [question as never] });
  const { search, shown } = await walk(visit());
  const missing = await send(salon.slug, search, { ...guest(), ...shown, answer_length: "Short" });
  expect(missing.status).toBe(422);
  expect(missing.html).toContain('id="answer_part2-length-problem"');
  const again = { ...guest(), ...shown, attempt: hidden(missing.html, "attempt") };
  const answers = { answer_length: "Short", "answer_part2-length": "Long" };
  expect((await send(salon.slug, search, { ...again, ...answers })).status).toBe(303);
  const made = await bookingsOf(salon.owner.tenant.id);
  expect(made.map(({ answers }) => answers)).toMatchObject([
    [{ value: "Short" }],
    [{ value: "Long" }],
  ]);
});

test("services that are paid before they are confirmed are booked alone", async () => {
  const { slug, cut, colour, wash, owner } = salon;
  await updateSchedule(owner, colour, { requires_payment: true });
  const shown = await open(slug, `?service=${cut}&add=1`);
  expect(linksWith(shown.html, "also=").every((link) => link.includes(wash))).toBe(true);
  const { html } = await open(slug, visit());
  expect(html).not.toContain("Remove Cut"); // the other one is left out
  expect(html).toContain("Add another service");
});

test("four services are the most, each once, and none is added for a waiting list", async () => {
  const { slug, cut, colour, wash, owner } = salon;
  const beard = (
    await makeSchedule(owner, [salon.sami], {
      name: "Beard",
      duration_minutes: 15,
      price_amount: 1500,
      currency: "EUR",
      max_advance_days: 40,
    })
  ).id;
  const three = `?service=${cut}&also=${colour}&also=${wash}`;
  expect((await open(slug, three)).html).toContain("Add another service");
  const four = await open(slug, `${three}&also=${beard}&also=${cut}`);
  expect(four.html).not.toContain("Add another service");
  expect(four.html.match(/Remove \w+"/g)).toHaveLength(4);
  const twice = await open(slug, `?service=${cut}&also=${cut}&also=nothing&also=${colour}.nobody`);
  expect(twice.html.match(/Remove \w+"/g)).toEqual(['Remove Cut"', 'Remove Colour"']);
});

test("a removed service leaves the others, with their people", async () => {
  const { slug, cut, colour, noor } = salon;
  const { html } = await open(slug, `?service=${cut}&also=${colour}.${noor}`);
  const [, first] = /href="(\?[^"]*)"[^>]*aria-label="Remove Cut"/.exec(html) ?? [];
  const query = new URLSearchParams(first!.replaceAll("&amp;", "&"));
  expect(Object.fromEntries(query)).toEqual({ service: colour, resource: noor });
});
