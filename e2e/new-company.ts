import { type APIRequestContext, expect, type Page } from "playwright/test";
import type { Demo } from "./fixtures";

// Signs up new companies.

/** Emails to an address, from the outbox. */
export async function mailsOf(request: APIRequestContext, demo: Demo, email: string) {
  const answer = await request.get(`${demo.outbox_url}.json?to=${encodeURIComponent(email)}`);
  return ((await answer.json()) as { data: { subject: string; text: string }[] }).data;
}

/** Signs in a new person with the code from the outbox. `look` runs on the code page. */
export async function signUp(
  page: Page,
  request: APIRequestContext,
  demo: Demo,
  look: () => Promise<void> = async () => {},
): Promise<string> {
  const email = `founder-${Date.now()}-${Math.random().toString(36).slice(2)}@example.com`;
  await page.goto(`${demo.base_url}/sign-in`);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send code" }).click();
  const mailed = async () =>
    (await mailsOf(request, demo, email))[0]?.text.match(/\b(\d{6})\b/)?.[1] ?? "";
  await expect.poll(mailed).not.toBe("");
  await page.getByLabel("Code").fill(await mailed());
  await look();
  await page.getByRole("button", { name: "Sign in" }).click();
  return email;
}

/** Completes the set-up and returns the company's key. `look` runs on each filled-in step. */
export async function setUp(
  page: Page,
  company: string,
  look: (step: string) => Promise<void> = async () => {},
): Promise<string> {
  await page.getByLabel("Courts and rooms").check();
  await page.getByLabel("Company name").fill(company);
  await page.getByLabel("Your name").fill("Ada Lovelace");
  await page.getByLabel("Time zone").selectOption("Europe/Lisbon");
  await look("the kind of business");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "What can be booked?" })).toBeVisible();
  await page.getByLabel("Names").fill("Court 1");
  await look("who can be booked");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "When can Court 1 be booked?" })).toBeVisible();
  await page.getByLabel("Name of the service").fill("Tennis");
  await page.getByLabel("Duration").selectOption("1 hour");
  await page.getByLabel("Price in EUR").fill("18,50");
  await look("their hours");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "Put it on your website" })).toBeVisible();
  const snippet = await page.getByLabel("Code for your website", { exact: true }).innerText();
  await look("on a website");
  await page.getByRole("button", { name: "Skip for now" }).click();
  await expect(page.getByRole("heading", { name: "Get paid online" })).toBeVisible();
  await look("online payments");
  await page.getByRole("button", { name: "Skip for now" }).click();
  await expect(
    page.getByRole("heading", { name: `${company} is open for bookings` }),
  ).toBeVisible();
  await look("the end of the set-up");
  return /publishable-key="([^"]+)"/.exec(snippet)?.[1] ?? "";
}
