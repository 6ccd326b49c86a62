import { sentTo } from "~/testing/outbox";
import "~/testing/payments-on";
import { expect, test } from "vitest";
import { sendMessage } from "~/domain/email/send-message.server";
import { pool, prisma } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import {
  aCompany,
  bookingsOf,
  guest,
  hidden,
  open,
  submit,
  walkToForm,
} from "~/testing/booking-page";
import { atProvider, connectAccount } from "~/testing/payment-calls";
import * as manageRoute from "~/pages/guest/manage/route";
import { renderedPage } from "~/testing/rendered-page";
import { loader as payLoader } from "~/pages/guest/manage/pay";

const { loader: manageLoader } = renderedPage("manage/:token", manageRoute);

// What a company may ask for before a booking made on its page is confirmed: a code, a payment.

/** The code in the mail to an address. */
async function codeFor(email: string): Promise<string> {
  const mail = await prisma.message.findFirstOrThrow({
    where: { recipient: email },
    orderBy: { id: "desc" },
  });
  await sendMessage({ message_id: mail.id });
  const [sent] = await sentTo(email);
  return /\b\d{6}\b/.exec(sent!.text)![0];
}

test("where the company wants proof of an address, the form asks for the code that was mailed", async () => {
  const { owner, slug } = await aCompany();
  const settings = { verification: "email" };
  await prisma.widgetConfig.create({
    data: { tenant_id: owner.tenant.id, id: newId(), name: "Default", is_default: true, settings },
  });
  const { search, attempt } = await walkToForm(slug);
  const email = `proof-${newId()}@example.test`;
  const refused = await submit(slug, search, { ...guest(email), attempt });
  const html = await refused.text();
  expect(html).toContain("Enter the code");
  expect(await bookingsOf(owner.tenant.id)).toEqual([]);
  const [verification_id, next] = [hidden(html, "verification_id"), hidden(html, "attempt")];
  const code = await codeFor(email);
  const wrong = await submit(slug, search, {
    ...guest(email),
    intent: "confirm",
    attempt: next,
    verification_id,
    code: code === "000000" ? "111111" : "000000",
    destination: email,
  });
  expect(wrong.status).toBe(422);
  const wrongHtml = await wrong.text();
  expect(wrongHtml).toContain("That code is incorrect");
  const fields = {
    ...guest(email),
    intent: "confirm",
    attempt: hidden(wrongHtml, "attempt"),
    verification_id: hidden(wrongHtml, "verification_id"),
    code,
  };
  const done = await submit(slug, search, fields);
  expect(done.status).toBe(303);
  expect((await submit(slug, search, fields)).headers.get("Location")).toBe(
    done.headers.get("Location"),
  );
  expect(await bookingsOf(owner.tenant.id)).toHaveLength(1);
});

test("where payment is due the form leads to the checkout, and the way back says what the provider says", async () => {
  const { owner, slug } = await aCompany({ schedule: { requires_payment: true } });
  expect((await open(slug)).html).toContain("Nothing can be booked online at the moment.");
  await connectAccount(owner);
  const { search, attempt, form } = await walkToForm(slug);
  expect(form.html).toMatch(/value="book">Pay €\d+\.00<\/button>/);
  expect(form.html).toContain("Test mode: no real money moves.");
  expect(form.response.headers.get("Content-Security-Policy")).toMatch(
    /form-action 'self' https: http:\/\/127\.0\.0\.1:\d+/,
  );
  const booked = await submit(slug, search, { ...guest(), attempt });
  const pay = new URL(booked.headers.get("Location")!);
  expect([booked.status, pay.pathname]).toEqual([
    303,
    expect.stringMatching(/^\/manage\/.+\/pay$/),
  ]);
  const token = pay.pathname.split("/")[2]!;
  const args = (url: string) => ({ request: new Request(url), params: { token }, context: {} });
  const checkout = await payLoader(args(pay.href));
  expect(checkout.headers.get("Location")).toContain("/c/pay/cs_");
  const own = `${pay.origin}${pay.pathname.replace(/\/pay$/, "")}`;
  expect(await (await manageLoader(args(`${own}?session_id=x`))).text()).toContain(
    "Waiting for payment",
  );
  const session = /cs_\w+/.exec(checkout.headers.get("Location")!)![0];
  await atProvider(session, "pay");
  // Asked just before they paid: the page says so, and shows itself again, but not for ever.
  await pool.query(
    "update payment set asked_at = clock_timestamp() + interval '1 hour' where tenant_id = $1",
    [owner.tenant.id],
  );
  const soon = await manageLoader(args(`${own}?session_id=${session}`));
  expect(soon.headers.get("Refresh")).toBe(
    `3; url=${new URL(own).pathname}?session_id=${session}&asked=1`,
  );
  expect(await soon.text()).toContain("We are asking the payment provider");
  expect(
    (await manageLoader(args(`${own}?session_id=${session}&asked=3`))).headers.get("Refresh"),
  ).toBeNull();
  await pool.query("update payment set asked_at = null where tenant_id = $1", [owner.tenant.id]);
  const paid = await manageLoader(args(`${own}?session_id=${session}&asked=1`));
  expect(await paid.text()).toContain("Confirmed and paid");
  expect(paid.headers.get("Refresh")).toBeNull();
});

test("who has paid is shown the way on that the configuration names, and who has not is not", async () => {
  const { owner, slug } = await aCompany({ schedule: { requires_payment: true } });
  await connectAccount(owner);
  const success_url = "https://linden.example/thanks";
  await prisma.widgetConfig.create({
    data: {
      tenant_id: owner.tenant.id,
      id: newId(),
      name: "Default",
      is_default: true,
      settings: { success_url },
    },
  });
  const { search, attempt } = await walkToForm(slug);
  const pay = new URL(
    (await submit(slug, search, { ...guest(), attempt })).headers.get("Location")!,
  );
  const token = pay.pathname.split("/")[2]!;
  const args = (url: string) => ({ request: new Request(url), params: { token }, context: {} });
  const checkout = (await payLoader(args(pay.href))).headers.get("Location")!;
  const session = /cs_\w+/.exec(checkout)![0];
  const payment = await prisma.payment.findFirstOrThrow({ where: { tenant_id: owner.tenant.id } });
  // Turned back, they are where nothing is said to be done.
  expect(await (await manageLoader(args(payment.cancel_url!))).text()).not.toContain(success_url);
  await atProvider(session, "pay");
  const back = payment.success_url!.replace("{CHECKOUT_SESSION_ID}", session);
  const soon = await manageLoader(args(back));
  expect(await soon.text()).not.toContain(success_url);
  await pool.query("update payment set asked_at = null where tenant_id = $1", [owner.tenant.id]);
  const again = new URL(soon.headers.get("Refresh")!.replace("3; url=", ""), back);
  const paid = await (await manageLoader(args(again.href))).text();
  expect(paid).toContain("Confirmed and paid");
  expect(paid).toContain(`<a href="${success_url}">Continue</a>`);
});

test("where unproven requests hold as much of a day as they may, the next guest proves their address and books", async () => {
  const { owner, slug } = await aCompany({ schedule: { requires_approval: true } });
  const email = `next-${newId()}@example.test`;
  const book = async (to: string) => {
    const { search, attempt } = await walkToForm(slug);
    return { search, answer: await submit(slug, search, { ...guest(to), attempt }) };
  };
  let last = await book(`stranger-${newId()}@example.test`);
  // A day has three, and the first one may have fewer times left.
  while (last.answer.status === 303 && (await bookingsOf(owner.tenant.id)).length < 9)
    last = await book(email);
  expect(last.answer.status).toBe(200);
  const html = await last.answer.text();
  expect(html).toContain("Enter the code");
  const proved = await submit(slug, last.search, {
    ...guest(email),
    intent: "confirm",
    attempt: hidden(html, "attempt"),
    verification_id: hidden(html, "verification_id"),
    code: await codeFor(email),
  });
  expect(proved.status).toBe(303);
  const bookings = await bookingsOf(owner.tenant.id);
  expect(bookings.filter(({ is_proven }) => is_proven)).toHaveLength(1);
});
