import { aBooked, aDueBooking } from "../widget-element/samples";
import {
  booked,
  confirm,
  expect,
  fillIn,
  open,
  page,
  press,
  status,
  test,
  toDetails,
  widget,
} from "./widget-page";
import { everyStep, journey } from "./widget-journey";
import { problem } from "./widget-service";

// Verification and payment.

test("an address is verified by a code: sent, wrong, resent, right", async ({
  page: tab,
  service,
}) => {
  service.config = { ...service.config, verification: "email" };
  await open(tab, service);
  await toDetails(tab);
  await fillIn(tab);
  await confirm(tab);
  await expect(widget(tab).getByRole("heading", { name: "Check your messages" })).toBeFocused();
  await expect(widget(tab).getByText("grace@example.com")).toBeVisible();
  await widget(tab).getByLabel("Code").fill("111111");
  await tab.keyboard.press("Enter");
  await expect(widget(tab).getByText("Wrong code.")).toBeVisible();
  await expect(widget(tab).getByLabel("Code")).toBeFocused();
  await widget(tab).getByRole("button", { name: "Send a new code" }).click();
  await expect(status(tab)).toHaveText("We sent a new code.");
  expect(service.posts("verify")).toHaveLength(2);
  await widget(tab).getByLabel("Code").fill("123 456");
  await tab.keyboard.press("Enter");
  await expect(booked(tab)).toBeVisible();
  expect(service.posts("booking")[0]!.body).toMatchObject({ verification_token: "vt1" });
});

test("a code is sent by email unless the visitor chooses SMS", async ({ page: tab, service }) => {
  service.config = {
    ...service.config,
    verification: "either",
    steps: { ...service.config.steps, phone: "off", notes: "off" },
  };
  await open(tab, service);
  await toDetails(tab);
  await fillIn(tab);
  await expect(widget(tab).getByLabel("By email")).toBeChecked();
  await expect(widget(tab).getByLabel("Phone")).toHaveCount(0);
  await widget(tab).getByLabel("By text message").check();
  await confirm(tab);
  await expect(widget(tab).getByLabel("Phone")).toBeFocused();
  await expect(status(tab)).toHaveText("Please correct one field.");
  await widget(tab).getByLabel("Phone").fill("+31 6 12345678");
  await confirm(tab);
  await expect(widget(tab).getByText("+31 6 12345678")).toBeVisible();
  await press(tab, "Use another address");
  await widget(tab).getByLabel("By email").check();
  await confirm(tab);
  await expect(widget(tab).getByText("grace@example.com")).toBeVisible();
  expect(service.posts("verify").map(({ body }) => body)).toMatchObject([
    { channel: "sms", destination: "+31 6 12345678" },
    { channel: "email", destination: "grace@example.com" },
  ]);
  service.answers.set("verify", () => problem(503, "not_ready"));
  await press(tab, "Send a new code");
  await expect(widget(tab).locator(".notice")).toBeFocused();
  service.answers.clear();
  await press(tab, "Try again");
  await expect(status(tab)).toHaveText("We sent a new code.");
  await widget(tab).getByLabel("Code").fill("123456");
  await widget(tab)
    .getByRole("button", { name: /^Confirm$/ })
    .dblclick();
  await expect(booked(tab)).toBeVisible();
  expect(service.posts("verify/confirm")).toHaveLength(1);
  expect(service.posts("booking")).toHaveLength(1);
});

test("redirects to the checkout, then shows the payment and emits an event", async ({
  page: tab,
  service,
}) => {
  const priced = {
    ...service.config.schedules[0]!,
    price_amount: 1400,
    currency: "EUR",
    requires_payment: true,
    max_party_size: 6,
  };
  service.config = { ...service.config, schedules: [priced], sandbox: true };
  const pending = aDueBooking({
    price_amount: 4200,
    balance_amount: 4200,
    due_now_amount: 4200,
  });
  service.pages.set("/pay", { html: page("<h1>Checkout</h1>") });
  service.answers.set("booking", () => ({
    status: 201,
    body: {
      booking: pending,
      manage_url: `${service.origin}/m`,
      payment: { required: true, checkout_url: `${service.site}/pay`, session_id: null },
    },
  }));
  await open(tab, service);
  await widget(tab).getByLabel("How many people?").selectOption("3");
  await toDetails(tab);
  await expect(widget(tab).locator(".summary")).toContainText("3 × €14.00 = €42.00");
  await expect(widget(tab).getByText("Test mode")).toBeVisible();
  await fillIn(tab);
  await widget(tab).getByRole("button", { name: "Pay €42.00" }).click();
  await tab.waitForURL("**/pay");
  expect(service.posts("booking")[0]!.body).toMatchObject({
    party_size: 3,
    return_url: `${service.site}/`,
  });

  await tab.goto(service.site);
  await expect(widget(tab).getByText("You have not paid yet.")).toBeVisible();
  await expect(widget(tab).getByRole("link", { name: "Pay €42.00" })).toHaveAttribute(
    "href",
    `${service.site}/pay`,
  );

  for (const [change, message] of [
    [{ payment_status: "failed" as const }, "No money was taken"],
    [{ status: "expired" as const }, "it was not paid in time"],
  ] as const) {
    service.answers.set("bookings/by-session", () => ({
      status: 200,
      body: { ...pending, ...change },
    }));
    await tab.goto(`${service.site}/?session_id=cs_1`);
    await expect(widget(tab).getByText(message)).toBeVisible();
  }

  let looks = 0;
  service.answers.set("bookings/by-session", () => ({
    status: 200,
    body: looks++
      ? { ...pending, status: "paid", pending_reason: null, payment_status: "paid" }
      : pending,
  }));
  await tab.addInitScript(() =>
    addEventListener("booking-paid", (event) => (document.title = `paid ${event.type}`)),
  );
  await tab.goto(`${service.site}/?session_id=cs_1`);
  await expect(booked(tab)).toBeVisible();
  await expect(widget(tab).getByText("your payment has arrived")).toBeVisible();
  await expect(tab).toHaveTitle("paid booking-paid");
});

test("an unconfirmed payment is shown as pending without asking again", async ({
  page: tab,
  service,
}) => {
  everyStep(service);
  service.config = { ...service.config, verification: "off" };
  const pending = aDueBooking();
  let looks = 0;
  service.answers.set("bookings/by-session", () => ({ status: 200, body: (looks++, pending) }));
  await tab.clock.install();
  await open(tab, service);
  await journey[0]!.on(tab);
  await journey[1]!.on(tab);
  await toDetails(tab);
  await fillIn(tab);
  await confirm(tab);
  await tab.waitForURL("**/pay");
  await tab.goto(`${service.site}/?session_id=cs_1`);
  await expect(widget(tab).getByText("We are checking your payment…")).toBeVisible();
  const slow = widget(tab).getByText(
    "Your payment is on its way to us. We email you as soon as it arrives.",
  );
  const later = async () => {
    await tab.clock.fastForward(2_000);
    return slow.isVisible();
  };
  await expect.poll(later).toBe(true);
  await expect(widget(tab).getByRole("link", { name: /^Pay/ })).toHaveCount(0);
  expect(looks).toBe(8);
});

test("a payable booking without online payment explains how to pay", async ({
  page: tab,
  service,
}) => {
  const booking = {
    ...aBooked().booking,
    status: "pending" as const,
    pending_reason: "payment" as const,
  };
  service.answers.set("booking", () => ({ status: 201, body: { ...aBooked(), booking } }));
  await open(tab, service);
  await toDetails(tab);
  await fillIn(tab);
  await confirm(tab);
  await expect(widget(tab).getByText("Noord will tell you how to pay.")).toBeVisible();
});

test("a guest allowed to pay later books without a checkout", async ({ page: tab, service }) => {
  const priced = {
    ...service.config.schedules[0]!,
    price_amount: 1400,
    currency: "EUR",
    requires_payment: true,
  };
  service.config = { ...service.config, schedules: [priced], payment: "optional" };
  await open(tab, service);
  await toDetails(tab);
  await fillIn(tab);
  await expect(widget(tab).getByLabel("Pay now, online")).toBeChecked();
  await expect(widget(tab).getByRole("button", { name: "Pay €14.00" })).toBeVisible();
  await widget(tab).getByLabel("Pay at Noord").check();
  await expect(
    widget(tab).getByRole("button", { name: "Confirm booking · Pay at Noord" }),
  ).toBeVisible();
  await confirm(tab);
  await expect(booked(tab)).toBeVisible();
  expect(service.posts("booking")[0]!.body).toMatchObject({ pay_later: true });
});
