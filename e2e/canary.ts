import type { BrowserContext, Page } from "playwright/test";

// Texts that run where a page forgets to escape them, and an ear for everything that they could do.

/** Short enough for a name. */
export const NAME = `"'><img src=x onerror=canary(1)><svg onload=canary(2)>{{7*7}}\${7*7}`;
/** Gets out of scripts, styles, comments, text fields and frames. */
export const TEXT = [
  `--></script></style></title></textarea></template><script>canary(3)</script>`,
  `<iframe srcdoc="<script>parent.canary(4)</script>"></iframe><details open ontoggle=canary(5)>`,
  `<a href="javascript:canary(6)" autofocus onfocus=canary(7)>link</a><base href="https://canary.invalid/">`,
  `<img src="https://canary.invalid/x.png"><link rel=stylesheet href="https://canary.invalid/x.css">`,
  `<style>*{background:url(https://canary.invalid/y.png)}</style><meta http-equiv=refresh content="0;url=https://canary.invalid/">`,
].join("\n");

export interface Canary {
  /** Scripts that ran, requests to other sites, violations of the content security policy, and dialogs that opened. */
  sung: string[];
}

/** Listens in every page and frame of a context; `own` are the origins that it may ask. */
export async function listen(context: BrowserContext, own: string[]): Promise<Canary> {
  const sung: string[] = [];
  await context.exposeBinding("canary", ({ page }, from: unknown) =>
    sung.push(`ran: ${String(from)} on ${page.url()}`),
  );
  await context.exposeBinding("canaryStopped", ({ page }, what: string) =>
    sung.push(`stopped: ${what} on ${page.url()}`),
  );
  await context.addInitScript(() => {
    const tell = Reflect.get(window, "canaryStopped") as (what: string) => void;
    document.addEventListener(
      "securitypolicyviolation",
      ({ violatedDirective, blockedURI, sample }) => {
        // zod asks once whether it may make functions of text, takes no for an answer, and none of the texts here is code by itself.
        if (blockedURI !== "eval") tell(`${violatedDirective} ${blockedURI} ${sample}`);
      },
    );
  });
  const isForeign = ({ protocol, origin }: URL) =>
    /^https?:$/.test(protocol) && !own.includes(origin);
  await context.route(isForeign, async (route) => {
    sung.push(`asked: ${route.request().url()}`);
    await route.abort();
  });
  context.on("dialog", (dialog) => {
    sung.push(`box: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return { sung };
}

/** Most of the time a page waits for itself; a person has five streams of changes at most. */
const TABS = 4;

/** Every page of ours that links lead to from `start`, one of each kind: addresses that differ in ids and queries are of one kind. */
export async function walk(
  context: BrowserContext,
  start: string,
  most: number,
  see: (page: Page, address: string) => Promise<void>,
): Promise<string[]> {
  const { origin } = new URL(start);
  const seen = new Map<string, string>();
  const isNew = (address: string): boolean => {
    const kind = new URL(address).pathname.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ":id");
    if (seen.size >= most || seen.has(kind) || !/^\/(dashboard|onboarding)/.test(kind))
      return false;
    seen.set(kind, address);
    return true;
  };
  const tabs = await Promise.all(Array.from({ length: TABS }, () => context.newPage()));
  for (let waiting = [start].filter(isNew); waiting.length > 0;) {
    const found: string[] = [];
    const visit = async (page: Page) => {
      for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
        await page.goto(address);
        await see(page, address);
        const links = page.locator("a[href]:not([download])");
        found.push(
          ...(await links.evaluateAll((all) =>
            all.map((link) => (link as HTMLAnchorElement).href),
          )),
        );
      }
    };
    await Promise.all(tabs.map(visit));
    waiting = found.filter((link) => link.startsWith(`${origin}/`)).filter(isNew);
  }
  await Promise.all(tabs.map((tab) => tab.close()));
  return [...seen.values()];
}
