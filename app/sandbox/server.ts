// Local replacements for outside services: a customer's site, mail and SMS that would have been sent, a customer's webhook endpoint, the
// payment provider, people's calendars.
// For development and tests: loopback only, its own process, never imported by the product.
import { createServer, type Server } from "node:http";
import { join, resolve } from "node:path";
import express, { type Express, type Router } from "express";
import { calendarPages } from "./calendars/pages";
import { addDemoEvents as addGoogleEvents } from "./google/demo";
import { googlePage } from "./google/page";
import { googleSandbox } from "./google/sandbox";
import { ANNA, SHARED, TOM } from "./google/state";
import { addDemoEvents as addOutlookEvents } from "./graph/demo";
import { outlookPage } from "./graph/page";
import { graphSandbox } from "./graph/sandbox";
import { MIA, MIA_CALENDAR } from "./graph/state";
import { hostPage } from "./host-page";
import { outbox } from "./outbox";
import { html, page } from "./page";
import { receiver } from "./receiver";
import { stripeSandbox } from "./stripe/sandbox";

const LOOPBACK = "127.0.0.1";
const {
  NODE_ENV,
  BASE_URL,
  HOST_PAGE_URL,
  SANDBOX_URL,
  DATA_DIR = ".data",
  PUBLISHABLE_KEY,
  WEBHOOK_SECRET,
  PAYPROVIDER_SECRET = "",
  PAYPROVIDER_CLIENT_ID = "",
  PAYPROVIDER_WEBHOOK_SECRETS = "",
  GOOGLE_CALENDAR_CLIENT_ID = "",
  GOOGLE_CALENDAR_CLIENT_SECRET = "",
  MICROSOFT_CALENDAR_CLIENT_ID = "",
  MICROSOFT_CALENDAR_CLIENT_SECRET = "",
} = process.env;

if (NODE_ENV === "production") throw new Error("The sandbox does not run in production.");
if (!BASE_URL || !HOST_PAGE_URL || !SANDBOX_URL)
  throw new Error("The sandbox is started by `npm start`.");

const folder = resolve(DATA_DIR);
const index = express.Router();
index.get("/", (_, response) => void response.send(indexPage(BASE_URL, HOST_PAGE_URL)));

const servers = await Promise.all([
  serve(HOST_PAGE_URL, [hostPage(BASE_URL, PUBLISHABLE_KEY)]),
  serve(SANDBOX_URL, [
    index,
    outbox(join(folder, "outbox")),
    await receiver(join(folder, "webhooks.jsonl"), WEBHOOK_SECRET ? [WEBHOOK_SECRET] : []),
    payments(SANDBOX_URL, `${BASE_URL}/api/webhooks/payprovider`),
    ...calendars(new URL(BASE_URL).origin),
  ]),
]);
process.once("SIGTERM", () => {
  for (const server of servers) server.close();
  process.exit();
});
process.send?.("ready");

/** The payment provider's wire, for the keys that `npm start` made up. */
function payments(origin: string, url: string): Router {
  return stripeSandbox({
    secret: PAYPROVIDER_SECRET,
    client_id: PAYPROVIDER_CLIENT_ID,
    webhook: { url, secret: PAYPROVIDER_WEBHOOK_SECRETS },
    origin: () => origin,
    file: join(folder, "payment-sandbox.json"),
  }).router;
}

/** People's calendars at Google and Outlook, for the clients that `npm start` made up; they have something to do already. */
function calendars(baseUrl: string): Router[] {
  const google = googleSandbox({
    client_id: GOOGLE_CALENDAR_CLIENT_ID,
    client_secret: GOOGLE_CALENDAR_CLIENT_SECRET,
    redirect_uri: `${baseUrl}/api/calendar-connections/callback/google`,
    file: join(folder, "google-sandbox.json"),
  });
  const outlook = graphSandbox({
    client_id: MICROSOFT_CALENDAR_CLIENT_ID,
    client_secret: MICROSOFT_CALENDAR_CLIENT_SECRET,
    redirect_uri: `${baseUrl}/api/calendar-connections/callback/microsoft`,
    file: join(folder, "microsoft-sandbox.json"),
  });
  addGoogleEvents(google.state);
  addOutlookEvents(outlook.state);
  const shown = [
    googlePage(google, ANNA),
    googlePage(google, TOM),
    googlePage(google, SHARED),
    outlookPage(outlook, MIA, MIA_CALENDAR),
  ];
  return [google.router, outlook.router, calendarPages(shown)];
}

function serve(url: string, routers: Router[]): Promise<Server> {
  const app = express().disable("x-powered-by");
  refuseForeignHosts(app);
  for (const router of routers) app.use(router);
  const server = createServer(app);
  return new Promise((done, fail) => {
    server.once("error", fail);
    server.listen(Number(new URL(url).port), LOOPBACK, () => done(server));
  });
}

/** A page elsewhere that gives its own name this address (DNS rebinding) must not read codes from the outbox. */
function refuseForeignHosts(app: Express): void {
  app.use((request, response, next) => {
    if (request.hostname === LOOPBACK || request.hostname === "localhost") next();
    else response.status(421).send("Only 127.0.0.1 and localhost are answered here.");
  });
}

function indexPage(baseUrl: string, hostPageUrl: string): string {
  return page(
    "Stand-ins",
    html`<p>
        They take the place of outside services while the Booking Service runs on one machine.
      </p>
      <ul>
        <li>
          <a href="${hostPageUrl}">Demo host page</a>: a customer's own site with the booking widget
        </li>
        <li><a href="/outbox">Outbox</a>: mail and SMS that would have been sent</li>
        <li>
          <a href="/webhooks">Webhook receiver</a>: a customer's endpoint; post deliveries to the
          same address
        </li>
        <li>
          <a href="/calendars">Calendars</a>: people's own, at Google and Outlook; add, move and
          delete events there
        </li>
        <li><a href="${baseUrl}">The Booking Service</a> itself</li>
      </ul>`,
  );
}
