import type { calendar_v3 } from "@googleapis/calendar";
import express, { type Router } from "express";
import { z } from "zod";
import { NoticePlan, type NoticeSender } from "../calendars/notices";
import { FaultInput, type Wire } from "../calendars/wire";
import { answer } from "../answer";
import type { GoogleState, NewGoogleEvent } from "./state";
import type { GoogleWire } from "./wire";

const EventInput = z.looseObject({ start: z.looseObject({}), end: z.looseObject({}) });
const CalendarInput = z.strictObject({
  account: z.string(),
  id: z.string(),
  role: z.enum(["owner", "writer", "reader", "freeBusyReader"]).default("owner"),
  time_zone: z.string().default("Europe/Amsterdam"),
});
const SettingsInput = z.strictObject({
  ahead_ms: z.int().optional(),
  testing: z.boolean().optional(),
  page_size: z.int().min(1).max(2500).optional(),
  empty_pages: z.boolean().optional(),
  meetings: z.enum(["immediately", "late", "never"]).optional(),
});

/** Events that tests trigger, in this process or over the control plane. */
export class GoogleControl {
  constructor(
    private readonly state: GoogleState,
    private readonly sender: NoticeSender,
    private readonly wire: Wire,
    private readonly endpoints: GoogleWire,
  ) {}

  /**
   * Adds an event as its owner; replaces an existing one with the same id. Returns the ids (one per
   * instance).
   */
  addEvent(calendarId: string, event: NewGoogleEvent): string[] {
    return this.state.put(calendarId, event);
  }

  changeEvent(calendarId: string, id: string, change: calendar_v3.Schema$Event): void {
    this.state.patch(calendarId, id, change);
  }

  removeEvent(calendarId: string, id: string): boolean {
    return this.state.remove(calendarId, id);
  }

  /** A calendar's events, without deleted ones. */
  events(calendarId: string): calendar_v3.Schema$Event[] {
    return Object.values(this.state.calendar(calendarId).events)
      .map(({ event }) => event)
      .filter(({ status }) => status !== "cancelled");
  }

  /** Expires access tokens; refresh tokens stay valid. */
  expireTokens(): void {
    for (const access of Object.values(this.state.data.access)) access.expires = 0;
    this.state.memory.save();
  }

  /** Revokes access, as the person would at the provider. */
  revoke(account: string): void {
    for (const grant of Object.values(this.state.data.grants))
      if (grant.account === account) grant.revoked = true;
    this.state.memory.save();
  }

  expireCursors(calendarId: string): void {
    const calendar = this.state.calendar(calendarId);
    calendar.revision += 1;
    calendar.oldest_token = calendar.revision;
    this.state.memory.save();
  }

  /** Ends channels without notice. */
  unwatch(): void {
    for (const channel of Object.values(this.state.data.channels)) channel.stopped = true;
    this.state.memory.save();
  }

  openChannels(): string[] {
    return Object.values(this.state.data.channels)
      .filter(({ stopped, expires }) => !stopped && expires > this.state.now())
      .map(({ id }) => id);
  }

  settings({
    ahead_ms,
    testing,
    page_size,
    empty_pages,
    meetings,
  }: z.infer<typeof SettingsInput>): void {
    if (ahead_ms !== undefined) this.state.data.ahead_ms = ahead_ms;
    if (testing !== undefined) this.state.data.testing = testing;
    if (page_size !== undefined) this.endpoints.pageSize = page_size;
    if (empty_pages !== undefined) this.endpoints.emptyPages = empty_pages;
    if (meetings !== undefined) this.endpoints.meetings = meetings;
    this.state.memory.save();
  }

  reset(): void {
    this.state.memory.reset();
    this.wire.faults = [];
    this.wire.calls.length = 0;
    this.sender.plan = NoticePlan.parse({});
    this.sender.sent.length = 0;
    this.endpoints.pageSize = 2500;
    this.endpoints.emptyPages = false;
    this.endpoints.meetings = "late";
  }

  router(prefix: string): Router {
    const router = express.Router();
    const at = `${prefix}/control`;
    router.use(at, express.json());
    const done = { done: true };
    router.get(`${at}/requests`, (_, response) => void response.json(this.wire.calls));
    router.get(`${at}/notices`, (_, response) => void response.json(this.sender.sent));
    router.get(`${at}/channels`, (_, response) => void response.json(this.openChannels()));
    router.get(`${at}/calendars/:calendar/events`, (request, response) => {
      response.json(this.events(request.params.calendar));
    });
    router.post(`${at}/calendars/:calendar/events`, (request, response) => {
      // The rest of an event is passed on unchecked, as the test gives it.
      response.json({
        ids: this.addEvent(
          request.params.calendar,
          EventInput.parse(request.body) as NewGoogleEvent,
        ),
      });
    });
    router.patch(`${at}/calendars/:calendar/events/:event`, (request, response) => {
      this.changeEvent(
        request.params.calendar,
        request.params.event,
        z.looseObject({}).parse(request.body),
      );
      response.json(done);
    });
    router.delete(`${at}/calendars/:calendar/events/:event`, (request, response) => {
      response.json({ done: this.removeEvent(request.params.calendar, request.params.event) });
    });
    router.post(`${at}/calendars`, (request, response) => {
      const { account, id, role, time_zone } = CalendarInput.parse(request.body);
      this.state.addCalendar(account, id, role, time_zone);
      response.json(done);
    });
    const act = (name: string, work: (body: unknown) => unknown) =>
      router.post(
        `${at}/${name}`,
        answer(async (request, response) => {
          response.json((await work(request.body)) ?? done);
        }),
      );
    act("faults", (body) => void (this.wire.faults = z.array(FaultInput).parse(body)));
    act("notices", (body) => void (this.sender.plan = NoticePlan.parse(body)));
    act("notices/flush", () => ({ sent: this.sender.flush() }));
    act("notices/settled", () => this.sender.settled());
    act("settings", (body) => this.settings(SettingsInput.parse(body)));
    act("expire-tokens", () => this.expireTokens());
    act("revoke", (body) =>
      this.revoke(z.strictObject({ account: z.string() }).parse(body).account),
    );
    act("expire-cursors", (body) =>
      this.expireCursors(z.strictObject({ calendar: z.string() }).parse(body).calendar),
    );
    act("unwatch", () => this.unwatch());
    act("reset", () => this.reset());
    return router;
  }
}
