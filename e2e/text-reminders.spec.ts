import { expect, test } from "./fixtures";

// Reminders by SMS: an owner switches them on, and a guest agrees to them on the booking page, both
// without JavaScript.

test("an owner offers text reminders, and a guest's tick reaches the booking", async ({
  browser,
  demo,
}) => {
  const plain = { javaScriptEnabled: false, locale: "en-GB" };
  const owner = await (await browser.newContext(plain)).newPage();
  await owner.goto(demo.sign_in_url);
  const policy = `${demo.base_url}/dashboard/settings/policy`;
  const offer = owner.getByRole("checkbox", { name: "Offer text reminders" });
  const save = async () => {
    await owner.getByRole("button", { name: "Save", exact: true }).click();
    await expect(owner.getByText("Saved the policy.", { exact: false })).toBeVisible();
  };
  await owner.goto(policy);
  await expect(offer).not.toBeChecked();
  await offer.check();
  await owner.getByLabel("Quiet from").fill("20:00");
  await save();
  await owner.goto(policy);
  await expect(offer).toBeChecked();
  await expect(owner.getByLabel("Quiet from")).toHaveValue("20:00");
  await expect(owner.getByText(/^This month: \d+ of 200 messages/)).toBeVisible();

  const tenant = await owner.request.get(`${demo.base_url}/api/tenant`, {
    headers: { Authorization: `Bearer ${demo.secret_key}` },
  });
  const { slug } = (await tenant.json()) as { slug: string };
  const guest = await (await browser.newContext(plain)).newPage();
  await guest.goto(`${demo.base_url}/book/${slug}`);
  await guest.getByRole("link", { name: /^Haircut/ }).click();
  await guest.locator("table a:not(.full)").last().click();
  await guest.locator("#times ul a:not(.full)").first().click();
  const tick = guest.getByRole("checkbox", {
    name: "Send me reminders by SMS. I can reply STOP at any time.",
  });
  await expect(tick).not.toBeChecked();
  await tick.check();
  await guest.locator("[name=name]").fill("Tess Message");
  await guest.locator("[name=email]").fill("tess.message@example.com");
  const book = guest.getByRole("button", { name: "Book now" });
  await book.click();
  // Without a number nothing is booked, and the tick is kept.
  await expect(tick).toBeChecked();
  await guest.locator("[name=phone]").fill("+31 6 12345678");
  await book.click();
  await expect(guest.getByText("Confirmed", { exact: true })).toBeVisible();
  // On the booking's page consent is withdrawn and given again.
  await guest.getByRole("button", { name: "Stop text reminders" }).click();
  await expect(guest.getByText("You no longer get reminders on your phone")).toBeVisible();
  await guest.getByRole("button", { name: "Send me reminders" }).click();
  await expect(guest.getByText("reminders on your phone number ending in 78")).toBeVisible();
  const reference = await guest.getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/).innerText();
  await owner.goto(
    `${demo.base_url}/dashboard/bookings?view=all&search=${reference.replace("-", "")}`,
  );
  await owner
    .getByRole("link", { name: /Tess Message/ })
    .first()
    .click();
  await expect(owner.getByText(/^Agreed \d/)).toBeVisible();

  await owner.goto(policy);
  await offer.uncheck();
  await save();
});
