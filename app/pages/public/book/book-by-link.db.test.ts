import { expect, test } from "vitest";
import { NewBookingLink } from "~/contract/booking-links";
import {
  createBookingLink,
  endBookingLink,
  getBookingLink,
} from "~/domain/booking-links/booking-links.server";
import { makeSchedule } from "~/testing/factory";
import {
  aCompany,
  bookingsOf,
  guest,
  hidden,
  linksWith,
  open,
  submit,
  walkToForm,
} from "~/testing/booking-page";

/** A company with one listed service, and a private one that a link opens. */
async function withLink(input: Record<string, unknown> = {}, capacity = 3) {
  const company = await aCompany({ capacity });
  const service = await makeSchedule(company.owner, [company.room.id], {
    name: "Model cut",
    private: true,
    duration_minutes: 30,
  });
  const link = await createBookingLink(
    company.owner,
    NewBookingLink.parse({ schedule_id: service.id, ...input }),
  );
  return { ...company, service, link, begin: new URL(link.url).search };
}

test("a private service is on the page by its link alone, and every step keeps to the link", async () => {
  const customer = {
    name: "Anna Jansen",
    email: "anna.jansen@example.test",
    phone: "+31612345678",
  };
  const { owner, slug, service, link, begin } = await withLink({ customer });
  const listed = await open(slug);
  expect(listed.html).not.toContain("Model cut");
  expect((await open(slug, `?service=${service.id}`)).html).not.toContain("Model cut");
  const first = await open(slug, begin);
  expect(first.html).toContain("Model cut");
  expect(first.html).not.toContain("Haircut");
  expect(first.html).toContain(`booking-link="${link.token}"`);
  expect(first.html).toContain(`name="link" value="${link.token}"`);
  expect(linksWith(first.html, "").filter((href) => !href.includes(`link=${link.token}`))).toEqual(
    [],
  );
  for (const [name, value] of [
    ["Cache-Control", "no-store"],
    ["Referrer-Policy", "no-referrer"],
  ])
    expect(first.response.headers.get(name!)).toBe(value);
  expect(first.response.headers.get("X-Robots-Tag")).toContain("noindex");
  expect(listed.response.headers.get("X-Robots-Tag")).toBeNull();
  expect(first.html).toContain(`<link rel="canonical" href="${link.url.split("?")[0]}"/>`);
  const { search, form, attempt } = await walkToForm(slug, {}, begin);
  for (const value of Object.values(customer)) expect(form.html).toContain(`value="${value}"`);
  const booked = await submit(slug, search, {
    name: customer.name,
    email: customer.email,
    attempt,
  });
  expect(booked.status).toBe(303);
  expect(await bookingsOf(owner.tenant.id)).toMatchObject([
    { schedule_id: service.id, booking_link_id: link.id },
  ]);
});

test("what a visitor typed replaces what the link filled in", async () => {
  const { slug, begin } = await withLink({
    customer: { name: "Anna", email: "anna@example.test" },
  });
  const { search, attempt } = await walkToForm(slug, {}, begin);
  const refused = await submit(slug, search, { name: "Ben", email: "no address", attempt });
  expect(refused.status).toBe(422);
  const html = await refused.text();
  expect([html.includes('value="Ben"'), html.includes('value="Anna"')]).toEqual([true, false]);
});

test("the last use: the form sent twice books once, and the next visitor is told", async () => {
  const { owner, slug, link, begin } = await withLink({ max_uses: 1 });
  const { search, attempt } = await walkToForm(slug, {}, begin);
  const late = await walkToForm(slug, {}, begin);
  const fields = { ...guest(), attempt };
  const [one, again] = [await submit(slug, search, fields), await submit(slug, search, fields)];
  expect([one.status, again.status]).toEqual([303, 303]);
  expect(again.headers.get("Location")).toBe(one.headers.get("Location"));
  const refused = await submit(slug, late.search, { ...guest(), attempt: late.attempt });
  expect(refused.status).toBe(410);
  expect(await refused.text()).toContain("used as often as allowed");
  expect(await bookingsOf(owner.tenant.id)).toHaveLength(1);
  expect((await getBookingLink(owner, link.id)).state).toBe("used_up");
  for (const search_ of [begin, late.search]) {
    const page = await open(slug, search_);
    expect(page.response.status).toBe(410);
    expect(page.html).toContain("used as often as allowed");
    expect(page.html).not.toContain("Model cut");
    expect(page.html).not.toContain("<booking-widget");
  }
});

test("a link that was ended, is not complete, is another company's or 10 kB long leads to a page that says so, and to what is listed", async () => {
  const { owner, slug, link, begin } = await withLink();
  const other = await withLink();
  await endBookingLink(owner, link.id);
  for (const search of [begin, `${begin}x`, "?link=", `?link=${"x".repeat(10_000)}`, other.begin]) {
    const { response, html } = await open(slug, search);
    expect([search.length, response.status]).toEqual([search.length, 410]);
    expect(html).toContain("It has been ended, or isn’t complete.");
    expect(html).toContain(`/book/${slug}"`);
    expect(html).not.toContain("Model cut");
  }
  const dutch = await open(slug, `${begin}&lang=nl`);
  expect(dutch.html).toContain("Deze link werkt niet meer");
  const posted = await submit(slug, begin, { ...guest(), attempt: hidden("", "attempt") });
  expect(posted.status).toBe(410);
  expect(await bookingsOf(owner.tenant.id)).toEqual([]);
});
