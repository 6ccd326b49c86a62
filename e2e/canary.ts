import type { BrowserContext, Page } from "playwright/test";

// Payloads that run on a page without escaping, and a listener for all their effects.

/** Short enough for a name. */
export const NAME = `"'><img src=x onerror=canary(1)><svg onload=canary(2)>{{7*7}}\${7*7}`;
/** Breaks out of scripts, styles, comments, text areas and frames. */
export const TEXT = [
  `--></script></style></title></textarea></template><script>canary(3)</script>`,
  `<iframe srcdoc="<script>parent.canary(4)</script>"></iframe><details open ontoggle=canary(5)>`,
  `<a href="javascript:canary(6)" autofocus onfocus=canary(7)>link</a><base href="https://canary.invalid/">`,
  `<img src="https://canary.invalid/x.png"><link rel=stylesheet href="https://canary.invalid/x.css">`,
  `<style>*{background:url(https://canary.invalid/y.png)}</style><meta http-equiv=refresh content="0;url=https://canary.invalid/">`,
].join("\n");

export interface Canary {
  /** Executed scripts, requests to other sites, CSP violations and dialogs. */
  sung: string[];
}

/** Listens in every page and frame of a context; `own` are allowed origins. */
export async function listen(context: BrowserContext, own: string[]): Promise<Canary> {
  const sung: string[] = [];
  await context.exposeBinding("canary", ({ page }, from: unknown) =>
    sung.push(`ran: ${String(from)} on ${page.url()}`),
  );
  await context.exposeBinding("canaryStopped", ({ page }, effect: string) =>
    sung.push(`stopped: ${effect} on ${page.url()}`),
  );
  await context.addInitScript(() => {
    const report = Reflect.get(window, "canaryStopped") as (effect: string) => void;
    document.addEventListener(
      "securitypolicyviolation",
      ({ violatedDirective, blockedURI, sample }) => {
        // zod probes for eval once, which is expected; none of the payloads uses it.
        if (blockedURI !== "eval") report(`${violatedDirective} ${blockedURI} ${sample}`);
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

/** Pages mostly wait, so several load in parallel; a person has at most five event streams. */
const TABS = 4;

/**
 * Visits every page of ours linked from `start`, one of each kind: URLs that differ only in ids and
 * queries are one kind.
 */
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
