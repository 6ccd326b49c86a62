import "./outbox";
import { AxeBuilder } from "@axe-core/playwright";
import { createServer } from "node:http";
import { chromium } from "playwright";
import { expect, test } from "vitest";
import { NewBooking } from "~/contract/bookings";
import { createBooking } from "~/domain/bookings/create-booking.server";
import { manageUrl } from "~/domain/bookings/manage-link.server";
import { pool } from "~/lib/db.server";
import { action, loader } from "~/routes/manage.$token";
import { aCustomer, makeResource, makeSchedule, makeTenant } from "./factory";

test("shots", { timeout: 300_000 }, async () => {
  const server = createServer((q, s) => {
    const chunks: Buffer[] = [];
    q.on("data", (c: Buffer) => chunks.push(c));
    q.on("end", async () => {
      const request = new Request(`http://127.0.0.1:3000${q.url}`, { method: q.method, headers: q.headers as Record<string, string>, ...(q.method === "POST" && { body: Buffer.concat(chunks) }) });
      const r = await (q.method === "POST" ? action : loader)({ request, params: { token: q.url!.split("?")[0]!.split("/")[2] }, context: {} });
      s.writeHead(r.status, Object.fromEntries(r.headers)); s.end(await r.text());
    });
  });
  await new Promise<void>((r) => server.listen(0, "127.0.0.1", r));
  const port = (server.address() as { port: number }).port;
  const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"] });
  const make = async (locale: string, accent: string) => {
    const owner = await makeTenant({ name: "Studio Linden", policy: { refund_tiers: [{ hours_before: 2000, refund_pct: 100 }, { hours_before: 24, refund_pct: 50 }] } });
    await pool.query("update tenant set email='hallo@studiolinden.nl', phone='+31 20 123 45 67', address='{\"line1\":\"Lindenlaan 12\",\"postal_code\":\"1011 AB\",\"city\":\"Amsterdam\"}' where id=$1", [owner.tenant.id]);
    await pool.query("insert into widget_config (tenant_id, id, name, is_default, settings) values ($1, gen_random_uuid(), 'Default', true, $2)", [owner.tenant.id, { branding: { accent } }]);
    const room = await makeResource(owner, { name: "Mila", capacity: 3 });
    const schedule = await makeSchedule(owner, [room.id], { name: "Haircut" });
    const slots = await pool.query("select id from slot where tenant_id=$1 and schedule_id=$2 order by starts_at offset 30", [owner.tenant.id, schedule.id]);
    const b = await createBooking(owner, NewBooking.parse({ slot_id: slots.rows[0].id, party_size: 2, customer: { ...aCustomer(), locale } }), null);
    await pool.query("update booking set status='paid', payment_status='paid', price_amount=4999, currency='EUR' where id=$1", [b.id]);
    return new URL(manageUrl(owner.tenant.id, b.id)).pathname;
  };
  const violations: string[] = [];
  let noJs = 0;
  for (const [locale, accent] of [["en", "#0f766e"], ["ar", "#fde047"], ["de", "#111827"]] as const) {
    const path = await make(locale, accent);
    for (const [device, width, scheme] of [["desktop", 1100, "light"], ["phone", 360, "light"], ["phone", 320, "dark"]] as const) {
      const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme: scheme, javaScriptEnabled: true });
      const page = await context.newPage();
      for (const [name, query] of [["main", ""], ["cancel", "?view=cancel"], ["move", "?view=move"], ["moved", "?done=moved"]] as const) {
        await page.goto(`http://127.0.0.1:${port}${path}${query}`);
        if (name === "move") await page.locator('input[type=radio]').nth(2).check({ force: true });
        await page.screenshot({ path: `/tmp/messages/shots/m-${locale}-${device}-${scheme}-${name}.png`, fullPage: name !== "move" });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
        if (wide) violations.push(`${locale} ${width} ${name} scrolls sideways`);
        try {
          const found = await new AxeBuilder({ page }).analyze();
          violations.push(...found.violations.map((v) => `${locale} ${device} ${scheme} ${name}: ${v.id} ${v.nodes[0]!.html}`));
        } catch (e) { noJs += 1; if (noJs === 1) console.log(String(e)); }
      }
      await context.close();
    }
  }
  const nf = await browser.newPage({ viewport: { width: 360, height: 500 } });
  await nf.goto(`http://127.0.0.1:${port}/manage/nope`);
  await nf.screenshot({ path: "/tmp/messages/shots/m-404.png" });
  // without JavaScript, to the end
  const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  const path = await make("en", "#0f766e");
  await plain.goto(`http://127.0.0.1:${port}${path}`);
  await plain.getByRole("link", { name: "Change the time" }).click();
  await plain.getByRole("radio").last().check({ force: true });
  await plain.getByRole("button", { name: "Move the booking" }).click();
  await expect.poll(() => plain.getByRole("status").textContent()).toContain("has moved");
  await plain.getByRole("link", { name: "Cancel booking" }).click();
  await plain.getByRole("button", { name: "Yes, cancel" }).click();
  await expect.poll(() => plain.getByRole("status").textContent()).toContain("is cancelled");
  await plain.screenshot({ path: "/tmp/messages/shots/m-cancelled.png", fullPage: true });
  await browser.close();
  server.close();
  console.log(JSON.stringify({ violations, noJs }, null, 1));
});
