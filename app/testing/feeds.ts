// Import before anything that reads the environment: a server of iCalendar files on loopback that
// calendars may read.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setSettings } from "./settings";

export interface FeedEvent {
  id: string;
  starts_at: Date;
  ends_at: Date;
  title?: string;
}

/** Its response: a file of events, or a status. */
export const feed: { events: FeedEvent[]; status: number; requests: number; unanswered: number } = {
  events: [],
  status: 200,
  requests: 0,
  /** Requests below /silent/, which get no response. */
  unanswered: 0,
};

const server = createServer((request, response) => {
  feed.requests += 1;
  if (request.url?.startsWith("/silent/")) feed.unanswered += 1;
  else if (feed.status !== 200) response.writeHead(feed.status).end();
  else response.writeHead(200, { "Content-Type": "text/calendar" }).end(fileOf(feed.events));
}).listen(0, "127.0.0.1");
await once(server, "listening");
server.unref();
const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
export const feedHost = host;
export const feedUrl = `http://${host}/anna.ics`;

setSettings({ CALENDAR_ALLOW_HOSTS: host });

const stamp = (date: Date) => date.toISOString().replace(/[-:]|\.\d+/g, "");

function fileOf(events: FeedEvent[]): string {
  const lines = events.flatMap(({ id, starts_at, ends_at, title = "Something" }) => [
    "BEGIN:VEVENT",
    `UID:${id}`,
    `DTSTAMP:${stamp(starts_at)}`,
    `DTSTART:${stamp(starts_at)}`,
    `DTEND:${stamp(ends_at)}`,
    `SUMMARY:${title}`,
    "END:VEVENT",
  ]);
  return [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//test//EN",
    ...lines,
    "END:VCALENDAR",
    "",
  ].join("\r\n");
}

/** Ends pending requests. */
export const breakFeeds = (): void => server.closeAllConnections();

export function stopFeeds(): void {
  server.closeAllConnections();
  server.close();
}
