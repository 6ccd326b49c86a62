import { createHash } from "node:crypto";

/** Where calendars are connected from. `ical`: a plain iCalendar address, which is only read. */
export type CalendarProviderName = "google" | "microsoft" | "caldav" | "ical";

/** What opens an account: encrypted in `calendar_connection.secret`, never logged. */
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

/** What a person has agreed to at a provider. */
export interface CalendarGrant {
  secret: OAuthSecret;
  /** As the provider answered them: a person may have unticked some. */
  scopes: string[];
  /** The account's address, shown to its owner. */
  account: string;
}

/**
 * Why a call has no answer.
 * reconnect: the account no longer opens (revoked, expired, another password). missing_scope: a right was not given.
 * admin_consent: the organization's administrator must agree. operator: our own client is refused. rate_limited: later, after `retry_after_ms`.
 * cursor_gone: what has changed cannot be told; read everything. conflict: the event was changed meanwhile. not_found: calendar or event is gone.
 * refused: the provider does not take this request (no retry). address_not_allowed: inside a private network. other_host: the server leads
 * to another host (`host`), which does not get the password. unavailable: no or no proper answer; again later.
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
  /** Of `other_host`. */
  readonly host: string | null;
  /** The HTTP status, where it says more than the kind to a person who has just typed the address. */
  readonly status: number | null;
}

/** A calendar of an account. */
export interface ListedCalendar {
  external_id: string;
  name: string;
  /** IANA; null where the provider does not say. */
  time_zone: string | null;
  can_write: boolean;
  is_primary: boolean;
}

/** A calendar as a call needs it. */
export interface OutsideCalendar {
  external_id: string;
  /** IANA: of its all-day and floating times. The resource's where the calendar has none. */
  time_zone: string;
}

/** One occurrence of an outside event. */
export interface OutsideEvent {
  /** Of the event or of its resource (href); at most 500 characters (a driver hashes a longer one). */
  external_id: string;
  /** Which occurrence of a series that has one `external_id`; "" where the id is of one occurrence. */
  instance: string;
  starts_at: Date;
  ends_at: Date;
  /** Whether it takes its owner's time: not free, cancelled or declined, no place of work, no birthday. */
  is_busy: boolean;
  title: string | null;
  etag: string | null;
  /** The booking that we wrote it for, by its private property; null: somebody else's event. */
  booking_id: string | null;
}

/** What is asked of `read`: everything in the window (`cursor` null), or what has changed since a cursor; `page`: as the answer before said. */
export interface ReadRequest {
  window: { from: Date; to: Date };
  cursor: string | null;
  page: string | null;
  /** Whether times that are not agreed to yet count as busy. */
  tentative_is_busy: boolean;
}

/**
 * Events that could not be read as they are, by why. no_time: no start that can be read, so it closes no time. rule: a
 * recurrence that cannot be read; its first occurrence counts. too_many: more occurrences than are kept; the nearest
 * count. format: not even its lines can be read. Never a part of the event: a title is its owner's.
 */
export type UnreadReason = "no_time" | "rule" | "too_many" | "format";
export interface ReadProblem {
  reason: UnreadReason;
  /** Events, not occurrences. */
  count: number;
}

/**
 * A page of events. Every `external_id` in `events` or `gone` is told in full: what was known of it before is replaced. Times without length
 * are left out; times are cut to the window.
 */
export interface ReadPage {
  events: OutsideEvent[];
  /** Ids of events that no longer are (or have left the window): of an `external_id`, or of an `instance` that is unique by itself. */
  gone: string[];
  /** Where to go on; null: this was the last. */
  page: string | null;
  /** On the last page: what to ask for changes with; null where the provider has none (the next read is whole). */
  cursor: string | null;
  /** Of the events of this page. */
  problems?: ReadProblem[];
}

/** How notices of a calendar come: our id and secret of the channel, and the address that they are sent to. */
export interface NewChannel {
  id: string;
  token: string;
  address: string;
  expires_at: Date;
}
/** A channel as the provider made it. */
export interface OpenChannel {
  id: string;
  /** The provider's id of it, where it has its own. */
  external_id: string | null;
  /** What notices name besides (Google's resource id). */
  outside_resource: string | null;
  expires_at: Date;
}

/** A booking as it should stand in an outside calendar. */
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
  /** The guest's own page at ours, or the dashboard's: where the event leads; null: nowhere. */
  url: string | null;
  /** Rises with each change (RFC 5545, 3.8.7.4). */
  sequence: number;
}
/** What is known of an event that was written before. */
export interface WrittenEvent {
  external_id: string;
  etag: string | null;
}

export interface AuthorizeRequest {
  state: string;
  code_challenge: string;
  account?: string;
  use?: "read" | "write";
}

/** The way to an account by OAuth 2.0 with PKCE (RFC 7636). All throw CalendarError. */
export interface CalendarOAuth {
  /**
   * Where the person agrees. `code_challenge`: S256. `account`: whom to ask, where it is known. `use`: what for; reading asks for fewer rights
   * (by default both are asked for).
   */
  authorizeUrl(given: AuthorizeRequest): Promise<URL>;
  /** From the address with which the browser came back. Its state has been checked. */
  exchange(cameBack: URL, code_verifier: string): Promise<CalendarGrant>;
  /** The provider may give another refresh token: the old one is then worth nothing. */
  refresh(secret: OAuthSecret): Promise<OAuthSecret>;
  revoke(secret: OAuthSecret): Promise<void>;
  /** Rights that reading, or writing, needs and that are not among these. */
  missingScopes(scopes: readonly string[], use: "read" | "write"): string[];
}

/** Whose call it is, for a fair turn where companies share something, and what ends it. */
export interface CalendarCall {
  tenant_id: string;
  signal: AbortSignal;
}

/** A source of calendars. All calls throw CalendarError, and end when the call's signal says so. */
export interface CalendarProvider {
  name: CalendarProviderName;
  /** null: an account is opened by a password, or an address. */
  oauth: CalendarOAuth | null;
  /** Whether bookings can be written there. */
  writes: boolean;
  listCalendars(secret: CalendarSecret, call?: CalendarCall): Promise<ListedCalendar[]>;
  read(
    secret: CalendarSecret,
    calendar: OutsideCalendar,
    request: ReadRequest,
    call?: CalendarCall,
  ): Promise<ReadPage>;
  /** null: it sends no notices, and is asked. */
  channels: {
    /** The longest a channel lives, milliseconds. */
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
   * Writes an event so that there is one, however often it is called: makes it, or changes the one that is known. An event that somebody has
   * moved since `known.etag` is `conflict`; one that was deleted outside is made again.
   */
  putEvent(
    secret: CalendarSecret,
    calendar: OutsideCalendar,
    event: WantedEvent,
    known: WrittenEvent | null,
    call?: CalendarCall,
  ): Promise<WrittenEvent>;
  /** Deletes an event of ours; one that is gone is no error. */
  deleteEvent(
    secret: CalendarSecret,
    calendar: OutsideCalendar,
    known: WrittenEvent,
    call?: CalendarCall,
  ): Promise<void>;
  /** An event of ours as it stands outside now; null: it is gone. */
  findEvent(
    secret: CalendarSecret,
    calendar: OutsideCalendar,
    external_id: string,
    call?: CalendarCall,
  ): Promise<OutsideEvent | null>;
}

/** The id that a booking has in a calendar, always the same: 32 characters of a-f and 0-9, which every provider takes. */
export function eventId(bookingId: string, calendarId: string): string {
  return createHash("sha256").update(`${bookingId}:${calendarId}`).digest("hex").slice(0, 32);
}

/** An outside id, at most 500 characters: what is longer is known by its hash. */
export function keptId(id: string): string {
  return id.length <= 500 ? id : `sha256:${createHash("sha256").update(id).digest("hex")}`;
}
