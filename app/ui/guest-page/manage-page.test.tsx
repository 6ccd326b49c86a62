import { expect, test } from "vitest";
import type { GuestBooking } from "~/domain/guest-page/guest-booking";
import { LOCALES } from "~/i18n/locales";
import { chooseLocale, manageTexts } from "./manage-language";
import * as route from "~/pages/guest/manage/route";
import type { ManagePageData } from "~/pages/guest/manage/view.server";
import { renderedPage } from "~/testing/rendered-page";

const tenant = {
  name: "Salon",
  email: "a@example.test",
  phone: null,
  address: null,
  logo_url: null,
  accent: null,
};
const booking: GuestBooking = {
  state: "confirmed",
  reason: null,
  path: "/manage/x",
  what: "W",
  when: "D",
  zone: "Z",
  other_when: null,
  where: { text: "Video call", url: "https://video.example/", map_url: null },
  link_follows: false,
  people: "2",
  addons: "",
  price: null,
  amount: 0,
  due_amount: 0,
  deposit_text: null,
  is_part_paid: false,
  due_text: "",
  is_due_on_site: false,
  held_until: null,
  reference: "AAAA-BBBB",
  version: 1,
  is_ahead: true,
  may_accept: false,
  may_pay: false,
  card: null,
  may_save_card: false,
  fees: [],
  cancel_fee: null,
  has_failed: false,
  balance: { due: null, owed: null },
  may_cancel: true,
  may_move: true,
  may_change: true,
  cancel_until: "D",
  refund: {
    amount: 0,
    text: "",
    paid: "",
    credit: null,
    pct: 0,
    is_all: false,
    none_because: "not_paid",
  },
};
const times = { from: "2027-01-04", days: [], earlier: null, later: null, next: null };

type Overview = Extract<ManagePageData, { step: "booking" }>;
const overview: Omit<Overview, "frame" | "booking"> = {
  step: "booking",
  money: { payments: [], refunds: [] },
  receipts: [],
  texts: null,
  note: null,
  next: null,
  calendars: null,
  again: null,
  series: null,
};
/** The document of a step, in the root layout. */
async function documentOf(page: ManagePageData): Promise<string> {
  const { loader } = renderedPage("manage/:token", { ...route, loader: () => page });
  return (await loader({ request: new Request("http://127.0.0.1:3000/manage/x") })).text();
}

test.each(LOCALES)(
  "each page of a guest who reads %s has its title, texts and direction",
  async (locale) => {
    const t = manageTexts(locale);
    const frame = { locale, tenant, is_test: false };
    const present = { minutes: 60, currency: "EUR", time_zone: "UTC" };
    const offer = {
      slot_id: "x",
      starts_at: "2027-01-04T09:00:00Z",
      minutes: 90,
      amount: 1,
      shown: null,
    };
    const form = {
      most_people: 4,
      questions: [],
      people: "2",
      kinds: [],
      expected_amount: 0,
      typed: { values: {}, problems: {} },
    };
    const pages: [ManagePageData, string][] = [
      [{ ...overview, frame, booking }, `${t.title} · Salon`],
      [{ step: "cancel", frame, booking, note: null, series: null }, `${t.cancel_title} · Salon`],
      [{ step: "change", frame, booking, form, note: null }, `${t.change_title} · Salon`],
      [{ step: "move", frame, booking, times, note: null }, `${t.move_title} · Salon`],
      [{ step: "question", frame, booking, present, offer }, `${t.move_differs} · Salon`],
      [{ step: "missing", frame: { ...frame, tenant: null } }, t.not_found_title],
    ];
    const direction = locale === "ar" ? "rtl" : "ltr";
    for (const [page, title] of pages) {
      const html = await documentOf(page);
      expect(html).toContain(`<html lang="${locale}" dir="${direction}">`);
      expect(html).toContain(`<title>${title.replace(/'/g, "&#x27;")}</title>`);
      expect(html).not.toContain("<script");
      expect(html).not.toContain("stylesheet");
    }
  },
);

test("a booking with something still to pay is not called paid", async () => {
  const frame = { locale: "en" as const, tenant, is_test: false };
  const shown = (due: string | null) => {
    const paid = { ...booking, state: "paid" as const, balance: { due, owed: null } };
    return documentOf({ ...overview, frame, booking: paid });
  };
  expect(await shown(null)).toContain("Confirmed and paid");
  expect(await shown("€73.00")).not.toContain("Confirmed and paid");
  expect(await shown("€73.00")).toContain("Confirmed");
});

test("who is too late to cancel or move here finds the phone, else the email", async () => {
  const shown = (phone: string | null, late: Partial<GuestBooking>) => {
    const frame = { locale: "en" as const, tenant: { ...tenant, phone }, is_test: false };
    const changed = { ...booking, ...late };
    return documentOf({ ...overview, frame, booking: changed });
  };
  expect(await shown("+31 20 123 4567", { may_cancel: false })).toContain(
    'It is too late to cancel here. Please call <a href="tel:+31201234567"><bdi>+31 20 123 4567</bdi></a>.',
  );
  expect(await shown("+31 20 123 4567", { may_move: false })).toContain(
    'The time can no longer be changed here. Please call <a href="tel:+31201234567">',
  );
  expect(await shown(null, { may_cancel: false })).toContain(
    'Please write to <a href="mailto:a@example.test"><bdi>a@<wbr/>example.test</bdi></a>.',
  );
  expect(await shown("+31 20 123 4567", {})).not.toContain("Please call");
});

test("an address leads to a map, a video call does not", async () => {
  const address = "Prinsengracht 1, Amsterdam";
  const map_url =
    "https://www.google.com/maps/search/?api=1&query=Prinsengracht%201%2C%20Amsterdam";
  const frame = { locale: "en" as const, tenant: { ...tenant, address }, is_test: false };
  const shown = (where: GuestBooking["where"]) =>
    documentOf({ ...overview, frame, booking: { ...booking, where } });
  const link = `<a href="${map_url.replace("&", "&amp;")}" rel="noreferrer">`;
  const there = await shown({ text: address, url: null, map_url });
  expect(there).toContain(`<bdi>${address}</bdi><br/>${link}Show on map</a>`);
  expect(there).toContain(`<div>${link}<bdi>${address}</bdi></a></div>`);
  expect(await shown(booking.where)).not.toContain("Show on map");
});

test("a calendar is offered as a file and on the web, not while something is pending", async () => {
  const frame = { locale: "en" as const, tenant, is_test: false };
  const shown = (calendars: Overview["calendars"]) =>
    documentOf({ ...overview, calendars, frame, booking });
  const confirmed = await shown({
    file: "/manage/x/booking.ics",
    web: [["Google", "https://calendar.google.com/x"]],
  });
  expect(confirmed).toContain('href="/manage/x/booking.ics">Add to calendar</a>');
  expect(confirmed).toContain(
    '<a href="https://calendar.google.com/x" rel="noreferrer">Google</a>',
  );
  expect(await shown(null)).not.toContain("Add to calendar");
});

test("a booking that is over says why and leads to another one", async () => {
  const frame = { locale: "en" as const, tenant, is_test: false };
  const over = { ...booking, state: "expired" as const, is_ahead: false };
  const shown = await documentOf({ ...overview, frame, booking: over, again: "/book/salon" });
  expect(shown).toContain('<a class="button main" href="/book/salon">Make another booking</a>');
  expect(shown).toContain("so its place is free again.");
});

test("the guest's own language comes first, then the browser's, then the company's", () => {
  expect(chooseLocale("nl", "de-AT", "fr")).toBe("nl");
  expect(chooseLocale(null, "de-AT", "fr")).toBe("de-AT");
  expect(chooseLocale(null, "ja", "fr-CA")).toBe("fr-CA");
  expect(chooseLocale("ja", "de", "fr")).toBe("fr");
});
