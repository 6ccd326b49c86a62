import { openDesk } from "./desk-page";
import { expect, test } from "./fixtures";

// Simulates a slow machine on which the page is visible long before hydration: typing and clicks in
// between are not lost.

/**
 * React schedules work by port messages. They are held back until the test releases them, so the
 * page stays as the server rendered it.
 */
function holdMessages(): void {
  const { postMessage } = MessagePort.prototype;
  const held: (() => void)[] = [];
  const page = window as typeof window & { release: () => void; isHeld: boolean };
  MessagePort.prototype.postMessage = function (this: MessagePort, ...words: [unknown]) {
    held.push(() => postMessage.apply(this, words));
    page.isHeld = true;
  } as typeof postMessage;
  page.release = () => {
    MessagePort.prototype.postMessage = postMessage;
    for (const send of held) send();
  };
}

for (const name of ["what is typed", "a press"] as const)
  test(`${name} before hydration leaves a working page`, async ({ browser, demo }) => {
    const page = await openDesk(browser, demo);
    await page.addInitScript(holdMessages);
    await page.goto(`${demo.base_url}/dashboard/bookings/new`, { waitUntil: "commit" });
    await page.waitForFunction(() => "isHeld" in window);
    const search = page.getByRole("searchbox", { name: "Guest" });
    if (name === "a press") await page.getByLabel("People").click();
    else await search.fill("Ann");
    await page.evaluate(() => (window as typeof window & { release: () => void }).release());
    await search.pressSequentially("Zz");
    await expect(page.getByRole("search").getByRole("status")).toHaveText(/guest|first/); // it was looked for
  });

test("an aborted load logs no error", async ({ browser, demo }) => {
  const page = await openDesk(browser, demo);
  await page.evaluate(() => {
    const controller = new AbortController();
    void fetch("/healthz", { signal: controller.signal });
    controller.abort();
  });
  // A logged error would arrive before this marker.
  const reported = page.waitForEvent("console", (message) => message.text() === "after");
  await page.evaluate(() => setTimeout(() => console.log("after")));
  await reported;
});
