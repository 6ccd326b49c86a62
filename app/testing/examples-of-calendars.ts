import { newId } from "~/lib/ids";
import { day, type Example } from "./example";
import type { Ids } from "./sample-tenant";

/** Example calls of connected-calendar operations (examples.ts). */
export const calendarExamples: Record<string, (ids: Ids) => Example[]> = {
  // Not configured here.
  "calendarNotices.receiveGoogle": () => [{ status: 404 }],
  "calendarNotices.receiveMicrosoft": () => [{ body: { value: [] }, status: 404 }],
  "calendarFeeds.list": () => [{}],
  "calendarFeeds.create": (ids) => [{ body: { resource_id: ids.resource }, uses: ["resource"] }],
  "calendarFeeds.rotate": (ids) => [{ id: ids.calendar_feed }],
  "calendarFeeds.remove": (ids) => [{ id: ids.calendar_feed }],

  // Accounts are private and no caller here is their owner, so the id is unknown.
  "calendarConnections.list": (ids) => [{}, { query: { user_id: ids.user } }],
  // These tests call no servers, and no OAuth provider is configured.
  "calendarConnections.create": () => [
    { body: { provider: "ical", url: "https://127.0.0.1/a.ics" }, status: 422 },
  ],
  "calendarConnections.connect": (ids) => [
    {
      body: { provider: "google", connection_id: newId(), resource_id: ids.resource },
      status: 404,
    },
  ],
  "calendarConnections.googleCallback": () => [
    { query: { code: "4/0A", state: "s" }, status: 404 },
  ],
  "calendarConnections.microsoftCallback": () => [
    { query: { code: "4/0A", state: "s" }, status: 404 },
  ],
  "calendarConnections.get": () => [{ id: newId(), status: 404 }],
  "calendarConnections.remove": () => [{ id: newId(), status: 404 }],
  "calendarConnections.read": () => [{ id: newId(), status: 404 }],
  "calendarConnections.available": () => [{ id: newId(), status: 404 }],
  "calendars.list": (ids) => [
    { query: { resource_id: ids.resource, connection_id: ids.calendar_connection } },
    {},
  ],
  "calendars.create": (ids) => [
    {
      body: { connection_id: newId(), external_id: "primary", resource_id: ids.resource },
      status: 404,
    },
  ],
  "calendars.busy": (ids) => [
    {
      query: {
        resource_id: ids.resource,
        from: `${day(299)}T00:00:00Z`,
        to: `${day(302)}T00:00:00Z`,
      },
    },
  ],
  "calendars.clashes": (ids) => [{ query: { resource_id: ids.resource } }, {}],
  "calendars.fine": (ids) => [
    {
      body: { calendar_id: ids.connected_calendar, external_id: "e1b2c3" },
      // Others use the reference that they were shown.
      refused: { status: 404, except: ["the owner"] },
    },
  ],
  "calendars.get": (ids) => [{ id: ids.connected_calendar }],
  "calendars.update": () => [
    { id: newId(), body: { mode: "advise", resource_id: newId() }, status: 404 },
  ],
  "calendars.remove": () => [{ id: newId(), status: 404 }],
  "calendars.ofBooking": (ids) => [{ id: ids.booking }],
  // Not written to any calendar.
  "calendars.resolve": (ids) => [
    { id: ids.booking, body: { calendar_id: ids.connected_calendar, action: "keep" }, status: 404 },
  ],
};
