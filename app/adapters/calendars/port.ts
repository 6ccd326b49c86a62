import { createHash } from "node:crypto";

/** Sources of calendars. `ical`: a read-only iCalendar URL. */
export type CalendarProviderName = "google" | "microsoft" | "caldav" | "ical";

/** Credentials of an account: encrypted in `calendar_connection.secret`, never logged. */
export type CalendarSecret =
  | OAuthSecret
  | { kind: "password"; server_url: string; username: string; password: string }
  | { kind: "address"; url: string };

export interface OAuthSecret {
  kind: "oauth";
  access_token: string;
  /** ISO 8601, UTC. */
  access_expires_at: string;
  refresh_token: string;
}

/** A person's consent at a provider. */
export interface CalendarGrant {
  secret: OAuthSecret;
  /** The scopes that were granted: a person may have unticked some. */
  scopes: string[];
  /** The account's email address, shown to its owner. */
  account: string;
}

/**
 * Why a call failed.
 * - reconnect: the account's credentials no longer work (revoked, expired, new password).
 * - missing_scope: a permission was not granted.
 * - admin_consent: the organization's administrator must agree.
 * - operator: our own client is rejected.
 * - rate_limited: retry after `retry_after_ms`.
 * - cursor_gone: changes can't be reported; read everything.
 * - conflict: the event was changed concurrently.
 * - not_found: the calendar or event is gone.
 * - refused: the provider rejects this request (no retry).
 * - address_not_allowed: inside a private network.
 * - other_host: the server leads to another host (`host`), which doesn't get the password.
 * - unavailable: no response or an invalid one; retry later.
 */
export type CalendarProblem =
  | "reconnect"
  | "missing_scope"
  | "admin_consent"
  | "operator"
  | "rate_limited"
  | "cursor_gone"
  | "conflict"
  | "not_found"
  | "refused"
  | "address_not_allowed"
  | "other_host"
  | "unavailable";

export class CalendarError extends Error {
  constructor(
    readonly kind: CalendarProblem,
    options: {
      cause?: unknown;
      retry_after_ms?: number;
      detail?: string;
      host?: string;
      status?: number;
    } = {},
  ) {
    super(
      options.detail === undefined ? `calendar: ${kind}` : `calendar: ${kind}: ${options.detail}`,
      {
        cause: options.cause,
      },
    );
    this.name = "CalendarError";
    this.retry_after_ms = options.retry_after_ms ?? null;
    this.host = options.host ?? null;
    this.status = options.status ?? null;
  }
  readonly retry_after_ms: number | null;
  /** For `other_host`. */
  readonly host: string | null;
  /** The HTTP status, when it helps a person who has just entered the address. */
  readonly status: number | null;
}

/** A calendar of an account. */
export interface ListedCalendar {
  external_id: string;
  name: string;
  /** IANA; null if the provider doesn't report it. */
  time_zone: string | null;
  can_write: boolean;
  is_primary: boolean;
}

/** A calendar as calls identify it. */
export interface OutsideCalendar {
  external_id: string;
  /** IANA zone of its all-day and floating times; the resource's if the calendar has none. */
  time_zone: string;
}

/** One occurrence of an external event. */
export interface OutsideEvent {
  /**
   * Id of the event or of its resource (href), at most 500 characters; drivers hash longer ones.
   */
  external_id: string;
  /**
   * The occurrence within a series that shares one `external_id`; "" if the id identifies one
   * occurrence.
   */
  instance: string;
  starts_at: Date;
  ends_at: Date;
  /**
   * Whether it blocks its owner's time: not free, cancelled, declined, a work location or a
   * birthday.
   */
  is_busy: boolean;
  title: string | null;
  etag: string | null;
  /** Our booking, from its private property; null for other events. */
  booking_id: string | null;
}

/**
 * Parameters of `read`: everything in the window (`cursor` null), or changes since a cursor; `page`
 * from the previous response.
 */
export interface ReadRequest {
  window: { from: Date; to: Date };
  cursor: string | null;
  page: string | null;
  /** Whether tentative times count as busy. */
  tentative_is_busy: boolean;
}

/**
 * Why events could not be read completely. Contains no part of the event, since its title is
 * private.
 * - no_time: no readable start, so it blocks no time.
 * - rule: an unreadable recurrence; its first occurrence counts.
 * - too_many: more occurrences than are kept; the nearest count.
 * - format: not even its lines can be parsed.
 */
export type UnreadReason = "no_time" | "rule" | "too_many" | "format";
export interface ReadProblem {
  reason: UnreadReason;
  /** Events, not occurrences. */
  count: number;
}

/**
 * A page of events. Each `external_id` in `events` or `removed` replaces everything stored under it.
 * Events without length are omitted; times are clipped to the window.
 */
export interface ReadPage {
  events: OutsideEvent[];
  /**
   * Ids of deleted events or events outside the window: an `external_id`, or an `instance` that is
   * unique by itself.
   */
  removed: string[];
  /** Token of the next page; null on the last. */
  page: string | null;
  /**
   * On the last page: the cursor for the next read; null if the provider has none and the next read
   * is a full one.
   */
  cursor: string | null;
  /** For the events of this page. */
  problems?: ReadProblem[];
}

/** A new notification channel: our id and token, and the URL that receives notices. */
interface NewChannel {
  id: string;
  token: string;
  address: string;
  expires_at: Date;
}
/** A channel as the provider created it. */
export interface OpenChannel {
  id: string;
  /** The provider's own id, if any. */
  external_id: string | null;
  /** Google's resource id, which notices include. */
  outside_resource: string | null;
  expires_at: Date;
}

/** The wanted state of a booking's event in an external calendar. */
export interface WantedEvent {
  booking_id: string;
  /** The deterministic id: `eventId(booking, calendar)`. */
  id: string;
  starts_at: Date;
  ends_at: Date;
  /** IANA, of the service. */
  time_zone: string;
  title: string;
  description: string | null;
  location: string | null;
  /** Link in the event: the guest's page or the dashboard's; null for none. */
  url: string | null;
  /** Increases with each change (RFC 5545, 3.8.7.4). */
  sequence: number;
  /**
   * Asks for a meeting link (Google Meet, Microsoft Teams); ignored by providers without meetings.
   */
  wants_meeting?: boolean;
}
/**
 * The video meeting of an event: its https link; "pending" while the provider is creating it; null
 * for none.
 */
export type EventMeeting = { url: string } | "pending" | null;
/** An event that was written before. */
export interface WrittenEvent {
  external_id: string;
  etag: string | null;
  /** Of an event that wants a meeting. */
  meeting?: EventMeeting;
}

export interface AuthorizeRequest {
  state: string;
  code_challenge: string;
  account?: string;
  use?: "read" | "write";
}

/** Access to an account by OAuth 2.0 with PKCE (RFC 7636). All methods throw CalendarError. */
export interface CalendarOAuth {
  /**
   * The consent page. `code_challenge`: S256. `account`: login hint. `use`: reading requests fewer
   * scopes (both by default).
   */
  authorizeUrl(given: AuthorizeRequest): Promise<URL>;
  /** Exchanges the code in the callback URL, whose state has been checked. */
  exchange(callbackUrl: URL, code_verifier: string): Promise<CalendarGrant>;
  /** The provider may rotate the refresh token, which invalidates the old one. */
  refresh(secret: OAuthSecret): Promise<OAuthSecret>;
  revoke(secret: OAuthSecret): Promise<void>;
  /** Scopes required for reading or writing that are not in the list. */
  missingScopes(scopes: readonly string[], use: "read" | "write"): string[];
}

/** The company of a call, for fair scheduling of shared resources, and its abort signal. */
export interface CalendarCall {
  tenant_id: string;
  signal: AbortSignal;
}

/** A calendar provider. All calls throw CalendarError and stop when the call's signal aborts. */
export interface CalendarProvider {
  name: CalendarProviderName;
  /** null: the account is opened by a password or a URL. */
  oauth: CalendarOAuth | null;
  /** Whether bookings can be written to it. */
  writes: boolean;
  listCalendars(secret: CalendarSecret, call?: CalendarCall): Promise<ListedCalendar[]>;
  read(
    secret: CalendarSecret,
    calendar: OutsideCalendar,
    request: ReadRequest,
    call?: CalendarCall,
  ): Promise<ReadPage>;
  /** null: no push notifications, so it is polled. */
  channels: {
    /** Maximum lifetime of a channel, milliseconds. */
    life_ms: number;
    watch(
      secret: CalendarSecret,
      calendar: OutsideCalendar,
      channel: NewChannel,
      call?: CalendarCall,
    ): Promise<OpenChannel>;
    unwatch(secret: CalendarSecret, channel: OpenChannel, call?: CalendarCall): Promise<void>;
  } | null;
  /**
   * Creates or updates an event, idempotently. An event that someone has moved since `known.etag`
   * is a `conflict`; one deleted in the calendar is created again.
   */
  putEvent(
    secret: CalendarSecret,
    calendar: OutsideCalendar,
    event: WantedEvent,
    known: WrittenEvent | null,
    call?: CalendarCall,
  ): Promise<WrittenEvent>;
  /** Deletes one of our events; a missing one is not an error. */
  deleteEvent(
    secret: CalendarSecret,
    calendar: OutsideCalendar,
    known: WrittenEvent,
    call?: CalendarCall,
  ): Promise<void>;
  /** The current state of one of our events; null if it is gone. */
  findEvent(
    secret: CalendarSecret,
    calendar: OutsideCalendar,
    external_id: string,
    call?: CalendarCall,
  ): Promise<OutsideEvent | null>;
}

/**
 * The deterministic event id of a booking in a calendar: 32 hexadecimal characters, accepted by
 * every provider.
 */
export function eventId(bookingId: string, calendarId: string): string {
  return createHash("sha256").update(`${bookingId}:${calendarId}`).digest("hex").slice(0, 32);
}

/**
 * Whether an event was created with this id: as its own at Google, as its file's name at a CalDAV
 * server. Outlook's events have ids of Outlook's, and a transactionId that creates one event only.
 */
export function isCreatedAs(external_id: string, id: string): boolean {
  return external_id === id || external_id.endsWith(`/${id}.ics`);
}

/** An external id of at most 500 characters; longer ones are hashed. */
export function boundedId(id: string): string {
  return id.length <= 500 ? id : `sha256:${createHash("sha256").update(id).digest("hex")}`;
}
