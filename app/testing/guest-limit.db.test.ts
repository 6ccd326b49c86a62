import { createHash } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { countCall } from "~/http/limits.server";
import { env } from "~/lib/env.server";
import { newId } from "~/lib/ids";
import * as approvalRoute from "~/pages/public/approvals/approval/route";
import * as waitingRoute from "~/pages/public/waiting/route";
import * as bookRoute from "~/pages/public/book/route";
import * as manageRoute from "~/pages/guest/manage/route";
import { manageUrl } from "~/domain/bookings/links/manage-link.server";
import { NewBooking } from "~/contract/booking-inputs";
import { createBooking } from "~/domain/bookings/place/create-booking.server";
import { pool } from "~/lib/db.server";
import { aCustomer, makeResource, makeSchedule, makeTenant } from "./factory";
import { renderedPage } from "./rendered-page";

beforeEach(() => void (env.RATE_LIMITS = "on"));
afterEach(() => void (env.RATE_LIMITS = "off"));

const manage = renderedPage("manage/:token", manageRoute);
const pages = {
  "/manage/x": manage,
  "/approvals/x": renderedPage("approvals/:token", approvalRoute),
  "/waiting/x": renderedPage("waiting/:token", waitingRoute),
  "/book/x": renderedPage("book/:slug", bookRoute),
};
const someone = () => ({ ip: `address ${newId()}` });

async function aBookingLink(): Promise<string> {
  const owner = await makeTenant();
  const room = await makeResource(owner);
  const schedule = await makeSchedule(owner, [room.id]);
  const { rows } = await pool.query<{ id: string }>(
    "select id from slot where tenant_id = $1 and schedule_id = $2 order by starts_at offset 30 limit 1",
    [owner.tenant.id, schedule.id],
  );
  const input = NewBooking.parse({ slot_id: rows[0]!.id, customer: aCustomer() });
  const booking = await createBooking(owner, input, null);
  return manageUrl(owner.tenant.id, booking.id);
}

test("a refused form counts once", async () => {
  const context = someone();
  const url = await aBookingLink();
  const headers = { "Sec-Fetch-Site": "same-origin" };
  const body = new URLSearchParams({ intent: "move", version: "1" });
  const request = new Request(url, { method: "POST", body, headers });
  const refused = await manage.action({ request, context });
  expect(refused.status).toBe(422);
  const left = (await countCall("guest_page", { ...context, id: "" }))["RateLimit-Remaining"];
  expect(left).toBe("118"); // 120 less the form and this call
});

test.each(Object.entries(pages))(
  "%s over its limit is a guest page in the guest's language",
  async (path, page) => {
    const context = someone();
    for (let call = 0; call < 120; call++) await countCall("guest_page", { ...context, id: "" });
    const headers = { "Accept-Language": "nl-BE, en;q=0.5", "Sec-Fetch-Site": "same-origin" };
    for (const method of ["GET", "POST"]) {
      const request = new Request(`http://127.0.0.1:3000${path}`, { method, headers });
      const response = await page.loader({ request, context });
      const html = await response.text();
      expect(response.status).toBe(429);
      expect(response.headers.get("Retry-After")).toMatch(/^\d+$/);
      expect(response.headers.get("Cache-Control")).toBe("no-store");
      expect(html).toContain('<html lang="nl-BE" dir="ltr">');
      expect(html).toMatch(/<title>Een ogenblik geduld<\/title>.*<h1>Een ogenblik geduld<\/h1>/s);
      expect(html).toContain('<a class="button main" href="">Opnieuw proberen</a>');
      expect(html).not.toMatch(/<script|<link/);
      const style = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? "";
      expect(style).toContain(".card");
      const hash = createHash("sha256").update(style).digest("base64");
      expect(response.headers.get("Content-Security-Policy")).toContain(`'sha256-${hash}'`);
    }
  },
);

test("the booking page's rate-limit page keeps the language of its URL", async () => {
  const context = someone();
  for (let call = 0; call < 120; call++) await countCall("guest_page", { ...context, id: "" });
  const request = new Request("http://127.0.0.1:3000/book/x?lang=ar");
  const html = await (await pages["/book/x"].loader({ request, context })).text();
  expect(html).toContain('<html lang="ar" dir="rtl">');
});
