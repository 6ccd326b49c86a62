import { openDesk } from "./desk-page";
import { expect, test } from "./fixtures";

// A machine on which the page is there long before its script has taken it over: what is typed and pressed meanwhile is not lost.

/** React's work waits in messages of a port: they arrive when the test lets them, and until then the page is as the server drew it. */
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
  test(`${name} before the script has begun leaves a page that answers`, async ({
    browser,
    demo,
  }) => {
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

test("a load that is aborted leaves no error behind", async ({ browser, demo }) => {
  const page = await openDesk(browser, demo);
  await page.evaluate(() => {
    const controller = new AbortController();
    void fetch("/healthz", { signal: controller.signal });
    controller.abort();
  });
  // The error would have been reported by the time that the next one is.
  const reported = page.waitForEvent("console", (message) => message.text() === "after");
  await page.evaluate(() => setTimeout(() => console.log("after")));
  await reported;
});
