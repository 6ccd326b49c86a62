import { expectAccessible } from "./accessible";
import { findBooking, openDesk, statusMessage } from "./desk-page";
import { expect, test } from "./fixtures";

// Typed input survives reloads, clicks outside, expired sessions and colleagues' changes.

test("drafts survive a reload, another page and a sign-in, and a colleague's change is shown next to them", async ({
  browser,
  demo,
}) => {
  const page = await openDesk(browser, demo);
  const booking = await findBooking(page, demo);
  const edit = `${demo.base_url}${booking}?show=edit`;
  await page.goto(edit, { waitUntil: "networkidle" });
  const note = page.getByRole("textbox", { name: "Note" });
  const isBack = page.getByText("Unsaved draft restored");
  await note.fill("Rings the bell twice");

  await page.getByRole("link", { name: "Customers", exact: true }).first().click();
  const ask = page.getByRole("dialog", { name: "Unsaved changes" });
  await expectAccessible(page, "leaving");
  await ask.getByRole("button", { name: "Keep editing" }).click();
  await expect(ask).toHaveCount(0);
  await page.getByRole("link", { name: "Customers", exact: true }).first().click();
  await ask.getByRole("button", { name: "Keep as draft" }).click();
  await expect(page.getByRole("heading", { name: "Customers", level: 1 })).toBeVisible();
  await page.goto(edit, { waitUntil: "networkidle" });
  await expect(isBack).toBeVisible();
  await expect(note).toHaveValue("Rings the bell twice");
  await page.reload({ waitUntil: "networkidle" });
  await expect(note).toHaveValue("Rings the bell twice");
  await expectAccessible(page, "a draft that came back");

  const id = booking.split("/").at(-1);
  const changed = await page.request.patch(`${demo.base_url}/api/bookings/${id}`, {
    data: { notes: "By the window" },
    headers: { Origin: demo.base_url },
  });
  expect(changed.status()).toBe(200);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Now: By the window")).toBeVisible();
  await expect(note).toHaveValue("Rings the bell twice");

  await page.context().clearCookies();
  await page.getByRole("button", { name: "Save mine" }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  await page.goto(demo.sign_in_url, { waitUntil: "networkidle" });
  await page.goto(edit, { waitUntil: "networkidle" });
  await expect(note).toHaveValue("Rings the bell twice");
  await page.getByRole("button", { name: "Discard draft" }).click();
  await expect(note).toHaveValue("By the window");
  await expect(isBack).toBeHidden();

  await note.fill("Sits at the back");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(statusMessage(page)).toContainText("Saved the booking");
  await page.goto(edit, { waitUntil: "networkidle" });
  await expect(note).toHaveValue("Sits at the back");
  await expect(isBack).toBeHidden();
});

test("drafts of set-up forms survive a reload and can be discarded", async ({ browser, demo }) => {
  const page = await openDesk(browser, demo);
  const [service, resource] = [demo.schedules[0]!, demo.resources[0]!];
  const forms: [path: string, label: string, typed: string][] = [
    ["services/new", "Name", "Hot stones"],
    [`services/${service.id}/offer`, "Name", "Haircut and more"],
    [`services/${service.id}/hours`, "Thursday from", "10:15"],
    [`resources/${resource.id}/details`, "Name", "Noor de Vries"],
    ["webhooks/new", "Endpoint URL", "https://hooks.example.com/in"],
    ["keys/new", "Name", "Website"],
    ["settings/company", "Website", "https://linden.example.com"],
    ["settings/policy", "Moves per booking", "7"],
    ["settings/team", "Email", "colleague@example.com"],
  ];
  for (const [path, label, typed] of forms)
    await test.step(path, async () => {
      await page.goto(`${demo.base_url}/dashboard/${path}`, { waitUntil: "networkidle" });
      const form = page.locator("main form", {
        has: page.getByRole("button", { name: /^(Save|Make|Create|Send)/ }),
      });
      const field = form.getByLabel(label, { exact: true }).first();
      const before = await field.inputValue();
      await field.fill(typed);
      await page.reload({ waitUntil: "networkidle" });
      await expect(field).toHaveValue(typed);
      await page.getByRole("button", { name: "Discard draft" }).click();
      await expect(field).toHaveValue(before);
    });
});
