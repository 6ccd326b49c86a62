import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { Temporal } from "temporal-polyfill";
import { aBooked, aConfig, aSlot } from "../widget-element/samples";
import type { Availability, Config, Slot } from "../widget-element/wire";

// A configurable fake service, and a website of another origin with the built widget, so that every
// state can be reached. The real service has its own tests and story.spec.ts.

export interface Answer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}
interface WidgetCall {
  method: string;
  path: string;
  query: URLSearchParams;
  body: Record<string, unknown>;
  headers: IncomingMessage["headers"];
}
type Handler = (call: WidgetCall) => Answer | Promise<Answer>;

export interface WidgetService {
  origin: string;
  site: string;
  calls: WidgetCall[];
  config: Config;
  /** Answers that replace the default ones, by path. */
  answers: Map<string, Handler>;
  /** Pages of the website by path with their CSP; `{{service}}` is replaced. */
  pages: Map<string, { html: string; csp?: string }>;
  /** Times that are full, by their start. */
  full: Set<string>;
  /** Prices by start, if different from the service's. */
  prices: Map<string, number>;
  capacity: number;
  posts(path: string): WidgetCall[];
  reset(): void;
  stop(): Promise<void>;
}

/** Compressed as by the real service, so that transferred bytes can be counted. */
const PACKED = { "content-encoding": "br" };
/** Start times on the service's local clock; in summer they are an hour earlier in UTC. */
const HOURS = ["09:00", "10:00", "11:30", "14:00", "16:30", "18:00"];
const ZONE = "Europe/Amsterdam";
/** Instant of local time `hour` on a day. */
export const startAt = (date: string, hour: string): string =>
  Temporal.PlainDateTime.from(`${date}T${hour}`).toZonedDateTime(ZONE).toInstant().toString();
const dayAfter = (date: string) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

export const problem = (
  status: number,
  code: string,
  more: object = {},
  headers: Record<string, string> = {},
): Answer => ({
  status,
  body: {
    error: { code, message: "Words for those who build the page.", request_id: "r1", ...more },
  },
  headers,
});

export async function startWidgetService(): Promise<WidgetService> {
  const servers: Server[] = [];
  const listen = async (
    handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  ) => {
    const server = createServer((request, response) => void handle(request, response));
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return (server.address() as AddressInfo).port;
  };
  const service = {
    calls: [] as WidgetCall[],
    answers: new Map(),
    pages: new Map(),
    full: new Set<string>(),
    prices: new Map<string, number>(),
    capacity: 1,
  } as unknown as WidgetService;
  service.posts = (path) =>
    service.calls.filter((call) => call.method === "POST" && call.path === `/api/widget/${path}`);
  service.reset = () => {
    service.calls.length = 0;
    service.answers.clear();
    service.full.clear();
    service.prices.clear();
    service.capacity = 1;
    service.config = aConfig();
  };
  service.stop = async () => {
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  };
  service.reset();

  service.origin = `http://localhost:${await listen(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    if (url.pathname.startsWith("/widget/")) return sendWidget(url.pathname, response);
    const cors = {
      "access-control-allow-origin": request.headers.origin ?? "*",
      "access-control-expose-headers": "retry-after",
    };
    if (request.method === "OPTIONS") {
      const allowed = {
        "access-control-allow-headers": "content-type, x-publishable-key, idempotency-key",
        "access-control-max-age": "600",
      };
      return void response.writeHead(204, { ...cors, ...allowed }).end();
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const call: WidgetCall = {
      method: request.method ?? "GET",
      path: url.pathname,
      query: url.searchParams,
      body: text ? (JSON.parse(text) as WidgetCall["body"]) : {},
      headers: request.headers,
    };
    service.calls.push(call);
    const handler = service.answers.get(url.pathname.replace(/^\/api\/(widget\/)?/, ""));
    const answer = await (handler ? handler(call) : ordinary(service, call));
    response.writeHead(answer.status, {
      ...cors,
      ...PACKED,
      "content-type": "application/json",
      ...answer.headers,
    });
    response.end(brotliCompressSync(answer.body === undefined ? "" : JSON.stringify(answer.body)));
  })}`;

  service.site = `http://127.0.0.1:${await listen(async (request, response) => {
    const page = service.pages.get(new URL(request.url ?? "/", "http://x").pathname);
    if (!page) return void response.writeHead(204).end();
    const fill = (text: string) => text.replaceAll("{{service}}", service.origin);
    const csp = page.csp ? { "content-security-policy": fill(page.csp) } : {};
    response
      .writeHead(200, { "content-type": "text/html; charset=utf-8", ...csp })
      .end(fill(page.html));
  })}`;
  return service;
}

async function sendWidget(path: string, response: ServerResponse): Promise<void> {
  const bytes = await readFile(join("public", path)).catch(() => null);
  if (!bytes) return void response.writeHead(404).end();
  const type = /\.m?js$/.test(path) ? "text/javascript" : "text/plain";
  const headers = {
    "content-type": type,
    "access-control-allow-origin": "*",
    "cache-control": "max-age=60",
  };
  response.writeHead(200, { ...headers, ...PACKED }).end(brotliCompressSync(bytes));
}

function ordinary(service: WidgetService, { path, query, body }: WidgetCall): Answer {
  switch (path.replace(/^\/api\/(widget\/)?/, "")) {
    case "config": {
      const { config } = service;
      const one =
        config.schedules.length === 1 &&
        (config.resources.length === 1 || !config.steps.choose_resource);
      return {
        status: 200,
        body: one ? { ...config, availability: times(service, query) } : config,
      };
    }
    case "availability":
      return { status: 200, body: times(service, query) };
    case "hold":
      return {
        status: 201,
        body: {
          hold_token: "h1",
          slot_id: body.slot_id,
          party_size: body.party_size,
          expires_at: new Date(Date.now() + 600_000).toISOString(),
        },
      };
    case "hold/release":
      return { status: 204 };
    case "verify":
      return {
        status: 202,
        body: {
          verification_id: "v1",
          expires_at: new Date(Date.now() + 600_000).toISOString(),
          resend_after: new Date(Date.now() + 2_000).toISOString(),
        },
      };
    case "verify/confirm":
      return body.code === "123456"
        ? {
            status: 200,
            body: {
              verification_token: "vt1",
              expires_at: new Date(Date.now() + 600_000).toISOString(),
            },
          }
        : problem(422, "verification_failed");
    case "waitlist":
      return { status: 201, body: { id: "w1", status: "waiting", position: 2 } };
    case "booking": {
      const starts_at = String(body.slot_id).replace("slot ", "");
      const booked = aBooked();
      const booking = {
        ...booked.booking,
        starts_at,
        ends_at: endOf(starts_at),
        party_size: Number(body.party_size),
      };
      return {
        status: 201,
        body: { ...booked, booking, manage_url: `${service.origin}/manage/token` },
      };
    }
    default:
      return problem(404, "not_found");
  }
}

const endOf = (starts_at: string, minutes = 60) =>
  new Date(Date.parse(starts_at) + minutes * 60_000).toISOString().replace(".000", "");

/** The end and price of a time with the requested length. */
function ofLength(
  service: WidgetService,
  starts_at: string,
  query: URLSearchParams,
): Partial<Slot> {
  const schedule = service.config.schedules.find(({ id }) => id === query.get("schedule_id"));
  if (!schedule) return {};
  const longer = schedule.length_options.find(
    ({ minutes }) => minutes === Number(query.get("length_minutes")),
  );
  const price_amount = service.prices.get(starts_at) ?? (longer ?? schedule).price_amount;
  const ends_at = endOf(starts_at, longer?.minutes ?? schedule.duration_minutes);
  return { schedule_id: schedule.id, currency: schedule.currency, price_amount, ends_at };
}

export const slotAt = (
  service: WidgetService,
  starts_at: string,
  own: Partial<Slot> = {},
): Slot => {
  const [schedule] = service.config.schedules;
  const full = service.full.has(starts_at);
  return aSlot({
    id: `slot ${starts_at}`,
    starts_at,
    ends_at: endOf(starts_at),
    capacity: service.capacity,
    remaining: full ? 0 : service.capacity,
    bookable: !full,
    reason: full ? "full" : null,
    schedule_id: schedule?.id ?? null,
    price_amount: schedule?.price_amount ?? null,
    currency: schedule?.currency ?? null,
    ...own,
  });
};

const isOpen = (date: string) =>
  date > new Date().toISOString().slice(0, 10) && new Date(date).getUTCDay() !== 0;

/** The first day with times. */
export function firstFreeDay(): string {
  let date = dayAfter(new Date().toISOString().slice(0, 10));
  while (!isOpen(date)) date = dayAfter(date);
  return date;
}

/** Six times a day except Sundays, from tomorrow. */
function times(service: WidgetService, query: URLSearchParams): Availability {
  const from = query.get("from")!;
  const to = query.get("to")!;
  const days: Availability["days"] = [];
  for (let date = from; date <= to; date = dayAfter(date)) {
    const works = isOpen(date);
    const all = works
      ? HOURS.map((hour) => startAt(date, hour)).map((at) =>
          slotAt(service, at, ofLength(service, at, query)),
        )
      : [];
    const shown =
      query.get("include") === "unavailable" ? all : all.filter(({ bookable }) => bookable);
    const state = !works ? "closed" : all.some(({ bookable }) => bookable) ? "open" : "full";
    days.push({ date, state, slots: shown });
  }
  const next =
    days.flatMap(({ slots }) => slots).find(({ bookable }) => bookable)?.starts_at ?? null;
  return { time_zone: query.get("tz")!, from, to, next_available: next, days };
}
