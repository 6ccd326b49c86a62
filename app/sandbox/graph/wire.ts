import type { Calendar, Subscription, User } from "@microsoft/microsoft-graph-types";
import { z } from "zod";
import { parseInstant } from "~/lib/time";
import { type WireAnswer, type WireCall, WireError, type WireRoute } from "../calendars/wire";
import { readDelta } from "./delta";
import { selected, shownEvent, shownOccurrence } from "./shown";
import type { GraphGrant, GraphState, OutlookCalendar, OutlookEvent } from "./state";
import type { GraphSubscriptions } from "./subscriptions";

const WRITE = "Calendars.ReadWrite";
const CONTENT = ["Calendars.Read", WRITE];
const READ = ["Calendars.ReadBasic", ...CONTENT];
/** Concurrent calls per application and mailbox. */
const AT_ONCE = 4;
const LONGEST_MS = 4_230 * 60_000;

const Time = z
  .strictObject({ dateTime: z.string(), timeZone: z.literal("UTC") })
  .refine(({ dateTime }) => parseInstant(`${dateTime}Z`) !== null, "Invalid date-time");
const EventBody = z.strictObject({
  subject: z.string().max(255),
  body: z.strictObject({ contentType: z.enum(["text", "html"]), content: z.string().max(32_768) }),
  location: z.strictObject({ displayName: z.string().max(255) }),
  start: Time,
  end: Time,
  isAllDay: z.literal(false),
  isOnlineMeeting: z.literal(true).optional(),
  onlineMeetingProvider: z.literal("teamsForBusiness").optional(),
  showAs: z.enum(["free", "tentative", "busy", "oof", "workingElsewhere"]),
  singleValueExtendedProperties: z.array(
    z.strictObject({
      id: z.string().regex(/^String \{[0-9a-f-]{36}\} Name \S+$/),
      value: z.string(),
    }),
  ),
});
const NewEventBody = EventBody.extend({ transactionId: z.string().max(255).optional() });
const SubscriptionBody = z.strictObject({
  changeType: z.string().regex(/^(created|updated|deleted)(,(created|updated|deleted))*$/),
  notificationUrl: z.url(),
  lifecycleNotificationUrl: z.url().optional(),
  resource: z.string(),
  expirationDateTime: z.string(),
  clientState: z.string().max(128).optional(),
});
const BY_PROPERTY =
  /^singleValueExtendedProperties\/Any\(ep: ep\/id eq '(String \{[0-9a-f-]{36}\} Name \S+)' and ep\/value eq '([^']*)'\)$/;

interface Opened {
  calendar: OutlookCalendar;
  can_edit: boolean;
  is_shared: boolean;
  grant: GraphGrant;
}
type Handler = (call: WireCall) => WireAnswer | Promise<WireAnswer>;

/** The endpoints of Microsoft Graph v1.0 that the product calls. */
export class GraphWire {
  /** Maximum page size; providers may return fewer. */
  pageSize = 100;
  /** Puts an empty page before each page. */
  emptyPages = false;
  /** Duration of each call, so that calls overlap. */
  delayMs = 0;
  /** Whether the mailbox's plan has Teams. */
  hasTeams = true;
  mostAtOnce = 0;
  readonly #running = new Map<string, number>();

  constructor(
    private readonly state: GraphState,
    private readonly subscriptions: GraphSubscriptions,
    /** Base URL of links. */
    private readonly origin: (call: WireCall) => string,
  ) {}

  routes(): WireRoute[] {
    const own = "/v1.0/me/calendars/:calendar";
    const one = `${own}/events/:event`;
    const delta = ["startDateTime", "endDateTime", "$skiptoken", "$deltatoken"];
    const route = (
      method: WireRoute["method"],
      path: string,
      query: string[],
      body: z.ZodType | null,
      handle: Handler,
    ) => {
      return {
        method,
        path,
        query,
        body,
        handle: (call: WireCall) => this.#inMailbox(call, handle),
      };
    };
    return [
      route("get", "/v1.0/me", ["$select"], null, (call) => this.#me(call)),
      route("get", "/v1.0/me/calendars", ["$select", "$top", "$skiptoken"], null, (call) =>
        this.#calendars(call),
      ),
      route("get", `${own}/calendarView/delta`, delta, null, (call) => this.#delta(call)),
      route("get", `${own}/events`, ["$filter", "$select", "$top"], null, (call) =>
        this.#find(call),
      ),
      route("post", `${own}/events`, [], NewEventBody, (call) => this.#create(call)),
      route("get", one, ["$select", "$expand"], null, (call) => this.#get(call)),
      route("get", `${own}/calendarView`, ["startDateTime", "endDateTime", "$select", "$top", "$skiptoken"], null, (call) => this.#view(call)), // prettier-ignore
      route("patch", one, [], EventBody.partial(), (call) => this.#update(call)),
      route("delete", one, [], null, (call) => this.#delete(call)),
      route("get", `${one}/instances`, ["startDateTime", "endDateTime", "$select", "$top", "$skiptoken"], null, (call) => this.#instances(call)), // prettier-ignore
      route("post", "/v1.0/subscriptions", [], SubscriptionBody, (call) => this.#subscribe(call)),
      route("delete", "/v1.0/subscriptions/:id", [], null, (call) => this.#unsubscribe(call)),
    ];
  }

  /** Refuses a fifth concurrent call. */
  async #inMailbox(call: WireCall, handle: Handler): Promise<WireAnswer> {
    const { account } = this.#grantOf(call);
    const running = (this.#running.get(account) ?? 0) + 1;
    if (running > AT_ONCE)
      throw new WireError(429, "ApplicationThrottled", "Application is over its MailboxConcurrency limit.", { "Retry-After": "1" }); // prettier-ignore
    this.#running.set(account, running);
    this.mostAtOnce = Math.max(this.mostAtOnce, running);
    try {
      if (this.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, this.delayMs));
      return await handle(call);
    } finally {
      this.#running.set(account, this.#running.get(account)! - 1);
    }
  }

  #grantOf({ header }: WireCall): GraphGrant {
    const token = /^Bearer (.+)$/.exec(header("Authorization") ?? "")?.[1] ?? "";
    const access = this.state.data.access[token];
    const grant = access === undefined ? undefined : this.state.data.grants[access.grant];
    if (
      access === undefined ||
      grant === undefined ||
      grant.revoked ||
      access.expires <= this.state.now()
    )
      throw new WireError(
        401,
        "InvalidAuthenticationToken",
        "Access token has expired or is not yet valid.",
      );
    return grant;
  }

  #open(call: WireCall, anyOf: string[]): Opened {
    const grant = this.#grantOf(call);
    if (!anyOf.some((scope) => grant.scopes.includes(scope)))
      throw new WireError(
        403,
        "ErrorAccessDenied",
        "Access is denied. Check credentials and try again.",
      );
    const entry = this.state.data.accounts[grant.account]?.calendars.find(
      ({ id }) => id === call.params.calendar,
    );
    const calendar = this.state.data.calendars[entry?.id ?? ""];
    if (entry === undefined || calendar === undefined)
      throw new WireError(
        404,
        "ErrorItemNotFound",
        "The specified object was not found in the store.",
      );
    return { calendar, can_edit: entry.can_edit, is_shared: entry.is_shared === true, grant };
  }

  #writable(call: WireCall): OutlookCalendar {
    const { calendar, can_edit } = this.#open(call, [WRITE]);
    if (!can_edit)
      throw new WireError(
        403,
        "ErrorAccessDenied",
        "Access is denied. Check credentials and try again.",
      );
    return calendar;
  }

  #event(calendar: OutlookCalendar, { params }: WireCall): OutlookEvent {
    const stored = calendar.events[params.event ?? ""];
    // Immutable ids also find events in Deleted Items.
    if (stored === undefined || (stored.removed && this.state.data.empties_bin))
      throw new WireError(
        404,
        "ErrorItemNotFound",
        "The specified object was not found in the store.",
      );
    return stored.event;
  }

  #me(call: WireCall): WireAnswer {
    const { account } = this.#grantOf(call);
    return { status: 200, body: { mail: account, userPrincipalName: account } satisfies User };
  }

  #calendars(call: WireCall): WireAnswer {
    const { account } = this.#grantOf(call);
    const value = (this.state.data.accounts[account]?.calendars ?? []).map(
      ({ id, can_edit, is_default }): Calendar => {
        return {
          id,
          name: this.state.calendar(id).name,
          canEdit: can_edit,
          isDefaultCalendar: is_default,
        };
      },
    );
    return this.#paged(call, value);
  }

  /** A page of a list with a link to the next. */
  #paged(call: WireCall, items: object[]): WireAnswer {
    const { query, path } = call;
    const [at = "0", isNext] = (query.get("$skiptoken") ?? "0").split("-");
    const next = (token: string) => {
      const url = new URL(path, this.origin(call));
      url.search = query.toString();
      url.searchParams.set("$skiptoken", token);
      return url.href;
    };
    if (this.emptyPages && isNext === undefined)
      return { status: 200, body: { value: [], "@odata.nextLink": next(`${at}-next`) } };
    const end = Number(at) + Math.min(Number(query.get("$top") ?? 10), this.pageSize);
    const value = items.slice(Number(at), end);
    if (end >= items.length) return { status: 200, body: { value } };
    return { status: 200, body: { value, "@odata.nextLink": next(String(end)) } };
  }

  #delta(call: WireCall): WireAnswer {
    const { calendar, grant } = this.#open(call, READ);
    const prefer = call.header("Prefer") ?? "";
    const requestedSize = Number(/odata\.maxpagesize=(\d+)/.exec(prefer)?.[1] ?? 10);
    const address = `${this.origin(call)}/v1.0/me/calendars/${encodeURIComponent(calendar.id)}/calendarView/delta`;
    const size = Math.min(requestedSize, this.pageSize);
    const isEndless = ({ event, removed }: { event: OutlookEvent; removed: boolean }) =>
      event.is_endless && !removed;
    if (this.state.data.endless_times_out && Object.values(calendar.events).some(isEndless))
      throw new WireError(504, "UnknownError", "Gateway Timeout");
    const given = { address, size, isBasic: isBasic(grant), emptyPages: this.emptyPages };
    return { status: 200, body: readDelta(calendar, call.query, given) };
  }

  /** All events and occurrences of the window, ordered by time. */
  #view(call: WireCall): WireAnswer {
    const { calendar, grant } = this.#open(call, READ);
    const isWithin = withinOf(call);
    const select = call.query.get("$select");
    const found = Object.values(calendar.events)
      .filter(({ removed }) => !removed)
      .flatMap(({ event }) =>
        (event.occurrences ?? [event]).filter(isWithin).map((one) => {
          const shown =
            one === event
              ? shownEvent(event, isBasic(grant))
              : shownOccurrence(event, one, isBasic(grant));
          return { starts: one.starts, shown: selected(shown, select) };
        }),
      )
      .sort((one, other) => one.starts - other.starts);
    return this.#paged(
      call,
      found.map(({ shown }) => shown),
    );
  }

  #instances(call: WireCall): WireAnswer {
    const { calendar, grant } = this.#open(call, READ);
    const master = this.#event(calendar, call);
    const within = (master.occurrences ?? []).filter(withinOf(call));
    const select = call.query.get("$select");
    const value = within.map((one) =>
      selected(shownOccurrence(master, one, isBasic(grant)), select),
    );
    return this.#paged(call, value);
  }

  #get(call: WireCall): WireAnswer {
    const { calendar, grant } = this.#open(call, READ);
    const event = this.#event(calendar, call);
    const own =
      call.query.has("$expand") && !isBasic(grant)
        ? { singleValueExtendedProperties: event.own }
        : {};
    const body = selected(
      { ...shownEvent(event, isBasic(grant)), ...own },
      call.query.get("$select"),
    );
    return { status: 200, body };
  }

  #find(call: WireCall): WireAnswer {
    const { calendar, grant } = this.#open(call, [WRITE]);
    const [, name, wanted] = BY_PROPERTY.exec(call.query.get("$filter") ?? "") ?? [];
    if (name === undefined)
      throw new WireError(400, "ErrorInvalidUrlQueryFilter", "The filter is not understood.");
    const value = Object.values(calendar.events)
      .filter(
        ({ event, removed }) =>
          !removed && event.own.some(({ id, value }) => id === name && value === wanted),
      )
      .map(({ event }) => selected(shownEvent(event, isBasic(grant)), call.query.get("$select")));
    return { status: 200, body: { value } };
  }

  #create(call: WireCall): WireAnswer {
    const calendar = this.#writable(call);
    const { transactionId = null, ...body } = call.body as z.infer<typeof NewEventBody>;
    if (transactionId !== null && calendar.transactions.includes(transactionId))
      throw new WireError(
        409,
        "ErrorDuplicateTransactionId",
        "The TransactionId has been used before.",
      );
    const join_url = this.#joinUrl(body, null);
    const event = this.state.put(calendar.id, {
      ...fieldsOf(body),
      join_url,
      transaction_id: transactionId,
    });
    return { status: 201, body: shownEvent(event, false) };
  }

  /** Keeps an existing meeting, unless a new body lacks its joining instructions. */
  #joinUrl(
    { isOnlineMeeting, body }: Partial<z.infer<typeof EventBody>>,
    before: string | null,
  ): string | null {
    if (before !== null) return body === undefined || body.content.includes(before) ? before : null;
    if (isOnlineMeeting !== true || !this.hasTeams) return null;
    return `https://teams.microsoft.com/l/meetup-join/${this.state.memory.next()}`;
  }

  #update(call: WireCall): WireAnswer {
    const calendar = this.#writable(call);
    const event = this.#event(calendar, call);
    const wanted = call.header("If-Match");
    if (wanted !== undefined && wanted !== event.etag)
      throw new WireError(
        412,
        "ErrorIrresolvableConflict",
        "The send or update operation could not be performed.",
      );
    const body = call.body as Partial<z.infer<typeof EventBody>>;
    const { start, end, ...fields } = fieldsOf({ ...bodyOf(event), ...body });
    const times = { starts: Date.parse(start), ends: Date.parse(end) };
    const others = event.own.filter(({ id }) => !fields.own.some((one) => one.id === id));
    const own = [...others, ...fields.own];
    const join_url = this.#joinUrl(body, event.join_url ?? null);
    const change = {
      ...fields,
      own,
      join_url,
      ...(body.start !== undefined && { ...times, dates: null }),
    };
    const changed = calendar.events[event.id]!.removed
      ? Object.assign(event, change) // it stays in Deleted Items
      : this.state.patch(calendar.id, event.id, change);
    return { status: 200, body: shownEvent(changed, false) };
  }

  #delete(call: WireCall): WireAnswer {
    const calendar = this.#writable(call);
    const { id } = this.#event(calendar, call);
    if (!this.state.remove(calendar.id, id))
      throw new WireError(
        403,
        "ErrorCannotDeleteObject",
        "Cannot delete the object. The object may already be deleted.",
      );
    return { status: 204 };
  }

  async #subscribe(call: WireCall): Promise<WireAnswer> {
    const body = call.body as z.infer<typeof SubscriptionBody>;
    const id = decodeURIComponent(
      /^\/me\/calendars\/([^/]+)\/events$/.exec(body.resource)?.[1] ?? "",
    );
    // A calendar shared by another mailbox sends no notices.
    const { calendar, grant, is_shared } = this.#open({ ...call, params: { calendar: id } }, ["Calendars.Read"]); // prettier-ignore
    if (is_shared)
      throw new WireError(
        403,
        "ErrorAccessDenied",
        "Access is denied. Check credentials and try again.",
      );
    const expires = Date.parse(body.expirationDateTime);
    if (!(expires > this.state.now() && expires <= this.state.now() + LONGEST_MS))
      throw new WireError(
        400,
        "InvalidRequest",
        "Subscription expiration can only be 4230 minutes in the future.",
      );
    for (const url of [body.notificationUrl, body.lifecycleNotificationUrl ?? body.notificationUrl])
      if (new URL(url).protocol !== "https:" && new URL(url).hostname !== "127.0.0.1")
        throw new WireError(400, "InvalidRequest", "Http is not a supported protocol.");
    const made = await this.subscriptions.open({
      account: grant.account,
      calendar: calendar.id,
      resource: body.resource,
      notification_url: body.notificationUrl,
      lifecycle_url: body.lifecycleNotificationUrl ?? null,
      client_state: body.clientState ?? "",
      expires,
    });
    if (made === null)
      throw new WireError(400, "ValidationError", "Subscription validation request failed.");
    const { changeType, resource, expirationDateTime, notificationUrl } = body;
    const answer = {
      id: made.id,
      changeType,
      resource,
      expirationDateTime,
      notificationUrl,
    } satisfies Subscription;
    return { status: 201, body: answer };
  }

  #unsubscribe(call: WireCall): WireAnswer {
    this.#grantOf(call);
    if (!this.subscriptions.close(call.params.id ?? ""))
      throw new WireError(404, "ResourceNotFound", "The object was not found.");
    return { status: 204 };
  }
}

const isBasic = ({ scopes }: GraphGrant) => !CONTENT.some((scope) => scopes.includes(scope));

/** A filter for the requested window. */
function withinOf({ query }: WireCall): (time: { starts: number; ends: number }) => boolean {
  const at = (name: string) => parseInstant(query.get(name) ?? "") ?? NaN;
  const [from, to] = [at("startDateTime"), at("endDateTime")];
  return ({ starts, ends }) => ends > from && starts < to;
}

/** The current event in request form: fields missing in a PATCH stay. */
function bodyOf(event: OutlookEvent): z.infer<typeof EventBody> {
  const time = (at: number) => ({
    dateTime: new Date(at).toISOString().slice(0, -1),
    timeZone: "UTC" as const,
  });
  return {
    subject: event.subject,
    body: { contentType: "text", content: event.body },
    location: { displayName: event.location },
    start: time(event.starts),
    end: time(event.ends),
    isAllDay: false,
    showAs: event.show_as === "unknown" ? "busy" : event.show_as,
    singleValueExtendedProperties: [],
  };
}

function fieldsOf(body: z.infer<typeof EventBody>) {
  const [start, end] = [`${body.start.dateTime}Z`, `${body.end.dateTime}Z`];
  if (Date.parse(start) > Date.parse(end))
    throw new WireError(400, "ErrorPropertyValidationFailure", "start, end");
  const { subject, showAs, singleValueExtendedProperties: own } = body;
  const texts = { body: body.body.content, location: body.location.displayName };
  return { subject, show_as: showAs, own, start, end, ...texts };
}

/** Error body in Graph's format. */
export function graphErrorBody({ reason, message }: WireError): object {
  return { error: { code: reason, message, innerError: { "request-id": "0" } } };
}
