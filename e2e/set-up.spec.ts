import { statusMessage } from "./desk-page";
import { expect, test } from "./fixtures";
import { signUp } from "./new-company";

test("a practice with two people is set up with a test booking, and a third person joins", async ({
  browser,
  demo,
  request,
}) => {
  const startedAt = Date.now();
  const context = await browser.newContext({ locale: "en-GB", timezoneId: "Europe/London" });
  const page = await context.newPage();
  page.on("pageerror", (error) => expect.soft(error.message).toBe(""));
  await signUp(page, request, demo);
  const preview = page.locator("booking-widget");
  const next = () => page.getByRole("button", { name: "Continue" }).click();

  await test.step("the kind of business, and the currency and language of the zone's country", async () => {
    await page.getByLabel("Appointments with people").check();
    await page.getByLabel("Company name").fill("Practice Linden");
    await page.getByLabel("Your name").fill("Ada Lovelace");
    const language = page.getByLabel("Language of emails");
    await expect(page.getByLabel("Email that guests see")).toHaveValue("");
    await page.getByLabel("Email that guests see").fill("hello@practice.example");
    await expect(page.getByLabel("Currency")).toHaveValue("GBP");
    await expect(language).toHaveValue(/^en/);
    await page.getByLabel("Time zone").selectOption("Europe/Zurich");
    await expect(page.getByLabel("Currency")).toHaveValue("CHF");
    await expect(language).toHaveValue("de");
    await page.getByLabel("Currency").selectOption("EUR");
    await page.getByLabel("Time zone").selectOption("Europe/London");
    await expect(page.getByLabel("Currency")).toHaveValue("EUR");
    await expect(language).toHaveValue("en");
    await next();
  });

  await test.step("two people in one step, as guests see them", async () => {
    await page.getByLabel("Names").fill("Anna\nBert");
    await expect(preview.getByText("Bert")).toBeVisible();
    await next();
    await expect(
      page.getByRole("heading", { name: "When can Anna and Bert be booked?" }),
    ).toBeVisible();
    await page.getByLabel("Name of the service").fill("Consultation");
    await page.getByLabel("Price in EUR").fill("60");
    await expect(preview.getByRole("heading", { name: "Consultation" })).toBeVisible();
    await next();
  });

  await test.step("a test booking", async () => {
    await page.getByRole("button", { name: "Skip for now" }).click();
    await expect(page.getByRole("heading", { name: "Get paid online" })).toBeVisible();
    await page.getByRole("button", { name: "Skip for now" }).click();
    await page.getByRole("button", { name: "Create test booking" }).click();
    await expect(page.getByRole("link", { name: "Open test booking" })).toBeVisible();
    test.info().annotations.push({
      type: "measured",
      description: `a test booking after ${Date.now() - startedAt} ms`,
    });
  });

  await test.step("a person without a service is prompted to choose one", async () => {
    await page.goto(`${demo.base_url}/dashboard/resources/new`, { waitUntil: "networkidle" });
    await page.getByLabel("Names").fill("Cleo");
    await page.getByLabel("Consultation").uncheck();
    await page.getByRole("button", { name: "Add resource" }).click();
    await expect(statusMessage(page)).toContainText("Cleo added. Next: choose services for Cleo.");
    await statusMessage(page).getByRole("link", { name: "Choose services" }).click();
    await page.getByRole("checkbox", { name: "Consultation" }).check();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(statusMessage(page)).toContainText("Cleo saved.");
    await expect(page.getByRole("checkbox", { name: "Consultation" })).toBeChecked();
  });
  await context.close();
});
