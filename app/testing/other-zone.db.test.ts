import { expect, test } from "vitest";
import { NewBooking } from "~/contract/booking-inputs";
import { zoneName } from "~/domain/bookings/read/booking-time";
import { createBooking } from "~/domain/bookings/place/create-booking.server";
import { manageUrl } from "~/domain/bookings/links/manage-link.server";
import { sendMessage } from "~/domain/email/send-message.server";
import { relayEvents } from "~/domain/events/relay.server";
import { pool } from "~/lib/db.server";
import { loader as guestIcs } from "~/pages/guest/manage/booking.ics";
import * as manageRoute from "~/pages/guest/manage/route";
import { aCustomer, makeResource, makeSchedule, makeTenant, makeUser } from "./factory";
import { sentTo } from "./outbox";
import { renderedPage } from "./rendered-page";

const { loader: guestPage } = renderedPage("manage/:token", manageRoute);

// A guest in Phoenix books 09:00 in Tokyo (neither zone changes its clocks). For a visit the
// company's time comes first in every text, for a call the guest's; the other time follows if it
// differs.

const HERE = { kind: "here", text: null };
const CALL = { kind: "video_url", url: "https://video.example/room" };
const TOKYO = /\b9:00 – 10:00 AM/;
const PHOENIX = /\b5:00 – 6:00 PM/;
const nameOf = (time_zone: string) => zoneName(new Date(), { locale: "en-US", time_zone });
const TOKYO_TIME = nameOf("Asia/Tokyo");
const PHOENIX_TIME = nameOf("America/Phoenix");

async function aBooking(location: object | null, time_zone: string) {
  const owner = await makeTenant({
    name: "Studio Linden",
    time_zone: "Asia/Tokyo",
    locale: "en-US",
  });
  const room = await makeResource(owner, { name: "Mila" });
  const desk = await makeUser(owner, "staff", { resource_ids: [room.id] });
  const schedule = await makeSchedule(owner, [room.id], { name: "Haircut", location });
  const slots = await pool.query<{ id: string; starts_at: Date }>(
    "select id, starts_at from slot where tenant_id = $1 and schedule_id = $2 and (starts_at at time zone 'Asia/Tokyo')::time = '09:00' and starts_at > now() + interval '3 days' order by starts_at limit 1",
    [owner.tenant.id, schedule.id],
  );
  const customer = { ...aCustomer(), locale: "en-US", time_zone };
  const wish = NewBooking.parse({ slot_id: slots.rows[0]!.id, customer });
  const booking = await createBooking(owner, wish, null);
  while ((await relayEvents(100)) > 0);
  const queued = await pool.query<{ id: string }>(
    "select id from message where tenant_id = $1 and status = 'queued'",
    [owner.tenant.id],
  );
  for (const { id } of queued.rows) await sendMessage({ message_id: id });
  const url = manageUrl(owner.tenant.id, booking.id);
  const read = async (loader: typeof guestPage, path: string) => {
    const token = new URL(url).pathname.split("/")[2]!;
    const request = new Request(`${url}${path}`);
    const response = (await loader({ request, params: { token }, context: {} })) as Response;
    return (await response.text()).replaceAll(/<!-- -->|\u202f/g, (mark) =>
      mark === "\u202f" ? " " : "",
    );
  };
  const [toGuest] = await sentTo(booking.customer.email);
  const [toDesk] = await sentTo(desk.email);
  const spaces = (text: string) => text.replaceAll("\u202f", " ").replaceAll("\u2009", " ");
  return {
    subject: spaces(toGuest!.subject),
    text: spaces(toGuest!.text),
    invitation: spaces(
      Buffer.from(toGuest!.attachments[0]!.content, "base64").toString("utf8"),
    ).replaceAll("\r\n ", ""),
    desk: spaces(`${toDesk!.subject}\n${toDesk!.text}`),
    page: spaces(await read(guestPage, "")),
    move: spaces(await read(guestPage, "?view=move")),
    file: spaces(await read(guestIcs as typeof guestPage, "/booking.ics")).replaceAll("\r\n ", ""),
  };
}

const places = [HERE, { kind: "address", text: "Quay 12" }, null];

test.each(places)(
  "for a visit the company's time comes first, with its zone: %o",
  async (place) => {
    const made = await aBooking(place, "America/Phoenix");
    expect(made.subject).toMatch(TOKYO);
    expect(made.subject).toContain(`(${TOKYO_TIME})`);
    for (const text of [made.text, made.page, made.desk]) {
      expect(text.search(TOKYO)).toBeGreaterThan(-1);
      expect(text.search(PHOENIX)).toBeGreaterThan(text.search(TOKYO));
      expect(text.indexOf(PHOENIX_TIME)).toBeGreaterThan(text.indexOf(TOKYO_TIME));
    }
    expect(made.page).toMatch(/You can cancel here until [^<]* 9:00 AM/);
    expect(made.move).toContain(`Time zone: ${TOKYO_TIME}`);
    expect(made.move).toContain("<span>9:00 AM</span>");
    for (const ics of [made.invitation, made.file]) expect(ics).toMatch(TOKYO);
  },
);

test("for a call the guest's time comes first; staff see the company's", async () => {
  const made = await aBooking(CALL, "America/Phoenix");
  expect(made.subject).toMatch(PHOENIX);
  expect(made.subject).toContain(`(${PHOENIX_TIME})`);
  for (const text of [made.text, made.page]) {
    expect(text.search(PHOENIX)).toBeGreaterThan(-1);
    expect(text.search(TOKYO)).toBeGreaterThan(text.search(PHOENIX));
  }
  expect(made.desk.search(PHOENIX)).toBeGreaterThan(made.desk.search(TOKYO));
  expect(made.move).toContain(`Time zone: ${PHOENIX_TIME}`);
});

test("zones with equal clocks show one time", async () => {
  const made = await aBooking(HERE, "Asia/Seoul");
  expect(made.subject).not.toContain("(");
  expect(made.text.match(new RegExp(TOKYO, "g"))).toHaveLength(1);
  expect(made.file).not.toMatch(TOKYO);
});
