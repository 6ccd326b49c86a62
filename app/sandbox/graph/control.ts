import express, { type Router } from "express";
import { z } from "zod";
import { NoticePlan, type NoticeSender } from "../calendars/notices";
import { FaultInput, type Wire } from "../calendars/wire";
import { answer } from "../answer";
import type { GraphState, NewOutlookEvent, OutlookEvent } from "./state";
import type { GraphSubscriptions } from "./subscriptions";
import type { GraphWire } from "./wire";

const EventInput = z.looseObject({ start: z.string(), end: z.string() });
const CalendarInput = z.strictObject({
  account: z.string(),
  id: z.string(),
  can_edit: z.boolean().default(true),
  is_shared: z.boolean().default(false),
});
const Lifecycle = z.strictObject({
  event: z.enum(["reauthorizationRequired", "subscriptionRemoved", "missed"]),
});
const SettingsInput = z.strictObject({
  ahead_ms: z.int().optional(),
  page_size: z.int().min(1).max(100).optional(),
  delay_ms: z.int().min(0).max(10_000).optional(),
  removes_bare: z.boolean().optional(),
  endless_times_out: z.boolean().optional(),
  empties_bin: z.boolean().optional(),
  empty_pages: z.boolean().optional(),
  has_teams: z.boolean().optional(),
});

/** Events that tests trigger, in this process or over the control plane. */
export class GraphControl {
  constructor(
    private readonly state: GraphState,
    private readonly sender: NoticeSender,
    private readonly wire: Wire,
    private readonly endpoints: GraphWire,
    private readonly subscriptions: GraphSubscriptions,
  ) {}

  /** Adds an event as its owner; replaces an existing one with the same id. */
  addEvent(calendarId: string, event: NewOutlookEvent): OutlookEvent {
    return this.state.put(calendarId, event);
  }

  changeEvent(calendarId: string, id: string, change: Partial<Omit<OutlookEvent, "id">>): void {
    this.state.patch(calendarId, id, change);
  }

  /** Moves or cancels one occurrence of a series. */
  changeOccurrence(
    calendarId: string,
    id: string,
    change: Parameters<GraphState["changeOccurrence"]>[2],
  ): void {
    this.state.changeOccurrence(calendarId, id, change);
  }

  /** Deletes an event, a series, or one occurrence. */
  removeEvent(calendarId: string, id: string): boolean {
    return this.state.remove(calendarId, id);
  }

  events(calendarId: string): OutlookEvent[] {
    return Object.values(this.state.calendar(calendarId).events)
      .filter(({ removed }) => !removed)
      .map(({ event }) => event);
  }

  /** Expires access tokens; refresh tokens stay valid. */
  expireTokens(): void {
    for (const access of Object.values(this.state.data.access)) access.expires = 0;
    this.state.memory.save();
  }

  /** Revokes access, as the person would. */
  revoke(account: string): void {
    for (const grant of Object.values(this.state.data.grants))
      if (grant.account === account) grant.revoked = true;
    this.state.memory.save();
  }

  /** Makes the organization require an administrator's consent. */
  requireAdmin(account: string, needs_admin = true): void {
    this.state.data.accounts[account]!.needs_admin = needs_admin;
    this.state.memory.save();
  }

  expireCursors(calendarId: string): void {
    const calendar = this.state.calendar(calendarId);
    calendar.oldest_token = calendar.revision += 1;
    this.state.memory.save();
  }

  /** Ends subscriptions without notice. */
  unwatch(): void {
    this.state.data.subscriptions = {};
    this.state.memory.save();
  }

  openChannels(): string[] {
    return Object.keys(this.state.data.subscriptions);
  }

  lifecycle(event: z.infer<typeof Lifecycle>["event"]): number {
    return this.subscriptions.lifecycle(event);
  }

  settings(given: z.infer<typeof SettingsInput>): void {
    const { page_size, delay_ms, empty_pages, has_teams, ...data } = given;
    Object.assign(
      this.state.data,
      Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined)),
    );
    if (page_size !== undefined) this.endpoints.pageSize = page_size;
    if (delay_ms !== undefined) this.endpoints.delayMs = delay_ms;
    if (empty_pages !== undefined) this.endpoints.emptyPages = empty_pages;
    if (has_teams !== undefined) this.endpoints.hasTeams = has_teams;
    this.state.memory.save();
  }

  reset(): void {
    this.state.memory.reset();
    this.wire.faults = [];
    this.wire.calls.length = 0;
    this.sender.plan = NoticePlan.parse({});
    this.sender.sent.length = 0;
    Object.assign(this.endpoints, {
      pageSize: 100,
      emptyPages: false,
      delayMs: 0,
      mostAtOnce: 0,
      hasTeams: true,
    });
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
      const event = this.addEvent(
        request.params.calendar,
        EventInput.parse(request.body) as NewOutlookEvent,
      );
      response.json({ ids: [event.id] });
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
      const { account, id, can_edit, is_shared } = CalendarInput.parse(request.body);
      this.state.addCalendar(account, id, can_edit, is_shared);
      response.json(done);
    });
    this.#acts(router, at);
    return router;
  }

  #acts(router: Router, at: string): void {
    const act = (name: string, work: (body: unknown) => unknown) =>
      router.post(
        `${at}/${name}`,
        answer(async (request, response) => {
          response.json((await work(request.body)) ?? { done: true });
        }),
      );
    act("faults", (body) => void (this.wire.faults = z.array(FaultInput).parse(body)));
    act("notices", (body) => void (this.sender.plan = NoticePlan.parse(body)));
    act("notices/flush", () => ({ sent: this.sender.flush() }));
    act("notices/settled", () => this.sender.settled());
    act("lifecycle", (body) => ({ sent: this.lifecycle(Lifecycle.parse(body).event) }));
    act("settings", (body) => this.settings(SettingsInput.parse(body)));
    act("expire-tokens", () => this.expireTokens());
    act("revoke", (body) =>
      this.revoke(z.strictObject({ account: z.string() }).parse(body).account),
    );
    act("require-admin", (body) =>
      this.requireAdmin(z.strictObject({ account: z.string() }).parse(body).account),
    );
    act("expire-cursors", (body) =>
      this.expireCursors(z.strictObject({ calendar: z.string() }).parse(body).calendar),
    );
    act("unwatch", () => this.unwatch());
    act("reset", () => this.reset());
  }
}
