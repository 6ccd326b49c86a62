import { readFile } from "node:fs/promises";
import { expect, test } from "./fixtures";

test("payments: a month's money, its lines and file, the filters and the account, without JavaScript", async ({
  browser,
  demo,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(demo.sign_in_url);
  await page.goto(`${demo.base_url}/dashboard/payments?month=any`);
  await expect(page.getByRole("heading", { name: "Payment account" })).toBeVisible();
  await expect(page.getByText("Platform fee")).toBeVisible();
  await page.getByText("Disconnect account").click();
  await expect(page.getByText("Past payments stay")).toBeVisible();
  const totals = page.getByRole("region", { name: "Totals" });
  await expect(totals).toHaveCount(0); // of no month

  const filters = page.getByRole("search", { name: "Payments" });
  await filters.getByLabel("Month").selectOption({ index: 1 });
  await filters.getByLabel("Status").selectOption("paid");
  await filters.getByLabel("Method").selectOption("card");
  await filters.getByRole("button", { name: "Show" }).click();
  await expect(page).toHaveURL(/month=\d{4}-\d\d&status=paid&method=card/);
  for (const figure of ["Collected", "Refunded", "Fees", "Net", "Due"])
    await expect(totals.getByText(figure, { exact: true })).toBeVisible();
  const rows = page.getByRole("table", { name: "All payments" }).locator("tr[data-row]");
  await expect(rows.first()).toContainText("Card");
  await expect(rows.first()).toContainText("€");

  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).click();
  const file = await readFile(await (await download).path());
  expect(file.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  const lines = file.toString().slice(1).split("\r\n");
  expect(lines[0]).toMatch(/^date,date_local,type,status,guest,service,reference,method,amount,/);
  expect(lines.length).toBeGreaterThan(2);
  // Money that came in, also where it was returned since.
  const collected = /,payment,(paid|refunded|partially_refunded),.*,card,/;
  for (const line of lines.slice(1, -1)) expect(line).toMatch(collected);

  const name = await rows.first().getByRole("link").first().innerText();
  await filters.getByLabel("Guest or reference").fill(name);
  await filters.getByRole("button", { name: "Show" }).click();
  await expect(rows.first()).toContainText(name);
  await rows.first().getByRole("link", { name }).first().click(); // the next is its receipt
  await expect(page).toHaveURL(/\/dashboard\/bookings\/[0-9a-f-]+$/);
  await context.close();
});

test("the desk says how it takes money, and the next payment proposes the same, also without JavaScript", async ({
  browser,
  demo,
}) => {
  const listed = await fetch(`${demo.base_url}/api/bookings?status=confirmed&limit=100`, {
    headers: { Authorization: `Bearer ${demo.secret_key}` },
  });
  const { data } = (await listed.json()) as { data: { id: string; balance_amount: number }[] };
  const due = data.filter(({ balance_amount }) => balance_amount > 0);
  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({ javaScriptEnabled });
    const page = await context.newPage();
    await page.goto(demo.sign_in_url);
    const method = page.getByLabel("Payment method");
    const open = () => page.goto(`${demo.base_url}/dashboard/bookings/${due.pop()!.id}`);
    await open();
    await expect(method).toHaveValue("cash");
    await method.selectOption("card_terminal");
    await page.getByRole("button", { name: /^Take / }).click();
    await expect(page.getByText(/paid by card\./).first()).toBeVisible();
    await expect(page.getByText(/^by card terminal, /)).toBeVisible();
    await open();
    await expect(method).toHaveValue("card_terminal");
    await context.close();
  }
});
