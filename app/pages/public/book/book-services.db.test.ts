import { expect, test } from "vitest";
import { LOCALES } from "~/i18n/locales";
import { newId } from "~/lib/ids";
import {
  aCompany,
  bookingsOf,
  guest,
  linksWith,
  open,
  submit,
  walkToForm,
} from "~/testing/booking-page";
import { makeResource, makeSchedule, signIn } from "~/testing/factory";
import { honestImages } from "~/testing/image-parts";
import { uploaded } from "~/testing/upload";

const textOf = (html: string) => html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");

test("services stand under their categories, by the first one's place, then position and creation", async () => {
  const { owner, room, slug } = await aCompany({
    schedule: { name: "Haircut", category: "Hair", position: 5 },
  });
  const add = (name: string, more: object) => makeSchedule(owner, [room.id], { name, ...more });
  await add("Gift wrapping", { position: 9 });
  await add("Colour", { category: "Hair", position: 4 });
  await add("Beard trim", { category: "Beard", position: 1 });
  await add("Secret cut", { category: "Beard", private: true });
  const { html } = await open(slug);
  const order = [...html.matchAll(/<h3>([^<]+)<\/h3>|href="\?service=[^"]*">([^<]+)</g)].map(
    ([, h, a]) => h ?? a,
  );
  expect(order).toEqual([
    "Beard",
    "Beard trim",
    "Hair",
    "Colour",
    "Haircut",
    "Other services",
    "Gift wrapping",
  ]);
});

test("without categories there is a plain list", async () => {
  const { owner, room, slug } = await aCompany();
  await makeSchedule(owner, [room.id]);
  expect((await open(slug)).html).not.toContain("<h3");
});

test("a service shows its description, as text, and its image; the place of a visit, and of a call no link", async () => {
  const { owner, room, schedule, slug } = await aCompany({
    schedule: {
      description: "Wash & cut.\n<script>x</script>",
      location: { kind: "address", text: "Quay <3>" },
    },
  });
  const { png } = await honestImages();
  const { id, url } = await uploaded(await signIn(owner), png);
  const link = "https://video.example/secret";
  const call = await makeSchedule(owner, [room.id], {
    name: "Advice",
    image_asset_id: id,
    location: { kind: "video_url", url: link },
  });
  const { html } = await open(slug);
  expect(html).toContain("Wash &amp; cut.");
  expect(html).not.toContain("<script>x");
  expect(html).toContain(`<img src="${url}" alt=""`);
  const visit = (await open(slug, `?service=${schedule.id}`)).html;
  expect(visit).toContain("Quay &lt;3&gt;");
  expect(visit).toContain("Wash &amp; cut.");
  const video = (await open(slug, `?service=${call.id}`)).html;
  expect(video).toContain("Video call");
  for (const page of [html, visit, video]) expect(page).not.toContain(link);
});

test("where prices differ the lowest is said, and each time says its own; lengths are named", async () => {
  const days = [1, 2, 3, 4, 5, 6, 7];
  const { owner, slug, schedule } = await aCompany({
    schedule: {
      length_options: [{ minutes: 90, price_amount: 5000 }],
      price_amount: 3600,
      peak_prices: [{ days, start: "12:00", end: "18:00", percent: 25 }],
    },
  });
  const other = await makeResource(owner);
  await makeSchedule(owner, [other.id], { name: "One price", price_amount: 1000 });
  const { html } = await open(slug);
  expect(textOf(html)).toContain("1 hour or 90 minutes · from €36.00");
  expect(textOf(html)).toContain("1 hour · €10.00");
  const [day] = linksWith((await open(slug, `?service=${schedule.id}`)).html, "date=").slice(-1);
  const times = (await open(slug, day!)).html;
  expect(times).toContain('<span class="price">');
});

test("a longer length is a choice of its own: its times, its price, and the booking that is made", async () => {
  const { owner, slug, schedule } = await aCompany({
    schedule: { price_amount: 3600, length_options: [{ minutes: 90, price_amount: 5000 }] },
  });
  const start = await open(slug, `?service=${schedule.id}`);
  const [chip] = linksWith(start.html, "length_minutes=90");
  const { search, form, attempt } = await walkToForm(slug, {}, chip);
  expect(textOf(form.html)).toContain("90 minutes · €50.00");
  const booked = await submit(slug, search, { ...guest(), attempt });
  expect(booked.status).toBe(303);
  const [booking] = await bookingsOf(owner.tenant.id);
  expect(booking!.ends_at.getTime() - booking!.starts_at.getTime()).toBe(90 * 60_000);
  expect(booking!.price_amount).toBe(5000);
  const again = await submit(slug, search, { ...guest(), attempt: newId() });
  expect(again.status).toBe(409);
  expect((await open(slug, `?service=${schedule.id}&length_minutes=75`)).html).toContain(
    "1 hour</a>",
  );
});

test("without a preference a guest is shown the lowest price, pays no more, and gets the one who is free", async () => {
  const { owner, room, slug } = await aCompany();
  const senior = await makeResource(owner, { name: "Senior" });
  const colour = await makeSchedule(owner, [room.id, senior.id], {
    name: "Colour",
    price_amount: 4000,
    resource_terms: [{ resource_id: senior.id, price_amount: 6000 }],
  });
  const walk = (search = "") => walkToForm(slug, {}, `?service=${colour.id}${search}`);
  const { search, form, attempt } = await walk();
  expect(textOf(form.html)).toContain("1 hour · €40.00");
  expect(form.html).not.toContain("Colour · ");
  expect((await submit(slug, search, { ...guest(), attempt })).status).toBe(303);
  const [booking] = await bookingsOf(owner.tenant.id);
  expect(booking).toMatchObject({ resource_id: room.id, price_amount: 4000 });
  expect(booking!.assigned_because).not.toBeNull();
  // The other one costs more than was shown, and is shown at that price first.
  expect((await submit(slug, search, { ...guest(), attempt: newId() })).status).toBe(303);
  const prices = (await bookingsOf(owner.tenant.id)).map(({ price_amount }) => price_amount);
  expect(prices).toEqual([4000, 6000]);
  expect(textOf((await walk(`&resource=${senior.id}`)).form.html)).toContain("Colour · Senior");
});

test.each(LOCALES)("in %s the words of a list are its own", async (lang) => {
  const { slug } = await aCompany({
    schedule: {
      length_options: [{ minutes: 90, price_amount: 5000 }],
      location: { kind: "phone" },
    },
  });
  const { html } = await open(slug, `?lang=${lang}`);
  const isEnglish = lang === "en";
  expect(textOf(html).includes("from €")).toBe(isEnglish);
  expect(textOf(html).includes("We call you")).toBe(isEnglish);
});
