import type { Attachment, Mail } from "~/adapters/email/port";
import { isAgreed } from "~/contract/booking-status";
import { type BookingMail, TemplateKey } from "~/contract/email";
import { directionOf, mailLocale } from "~/i18n/locales";
import { AppError } from "~/lib/app-error";
import { clock } from "~/lib/clock";
import { pool, type Sql } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { log } from "~/lib/log.server";
import { referenceOf } from "../bookings/read/booking-reference";
import { hasMoneyComeIn, whyNotPayable } from "../bookings/read/balance";
import { FEE_STATUS } from "./example-values";
import { isLapsed } from "../bookings/change/decision-parts";
import type { BookingRow } from "../bookings/read/booking-row";
import { bookingLocation } from "../bookings/read/booking-location.server";
import { bookingZones, type BookingZones, whenOf, zoneLine } from "../bookings/read/booking-time";
import { locationWords } from "../bookings/read/location-words";
import { loadBooking } from "../bookings/read/load-booking.sql.server";
import { dashboardUrl } from "../bookings/read/dashboard-url.server";
import { makeEvent } from "../bookings/change/event-body";
import { manageUrl } from "../bookings/links/manage-link.server";
import { bookingIcs, bookingsIcs, type CalendarEntry } from "../calendar/booking-ics";
import { entryLocation } from "../calendar/entry-location";
import { approvalLinks } from "./approval-links.server";
import { type ChosenTemplate, chooseTemplate } from "./choose-template";
import {
  type DateLine,
  defaultTemplate,
  isTogether,
  staffTemplate,
  togetherTemplate,
} from "./default-templates";
import { htmlToText } from "./html-to-text";
import { renderTemplate } from "./liquid-template.server";
import { layoutMail, signature } from "./mail-layout";
import {
  readEventSource,
  readTemplates,
  readTogether,
  readVisitIds,
  type TogetherRow,
} from "./mail-sources.sql.server";
import { type BookingSnapshot, bookingValues, type MailTenant, tenantValues } from "./mail-values";
import type { MessageRow } from "./message-row";
import { openSeal } from "./queue-message.server";
import { readWaitingEntry } from "../bookings/read/waiting-entry.sql.server";
import { waitingUrl } from "../bookings/links/waiting-link.server";
import { bookUrl } from "../tenants/book-url.server";
import { mailedName } from "./mail-names";
import { readMailTenant } from "./read-mail-tenant.sql.server";
import type { MailValues } from "./template-variables";
import { textsOf } from "./texts";
import { waitingValues } from "./waiting-values";

export type Rendered = Pick<Mail, "subject" | "html" | "text"> & {
  attachments: Attachment[];
  tenant: MailTenant;
};

/**
 * Renders a queued email: template, layout, text part, invitation. null when it is obsolete (a
 * reminder whose booking was moved or cancelled in the meantime, a payment link whose booking was
 * paid).
 */
export async function renderMessage(row: MessageRow): Promise<Rendered | null> {
  const tenant = await readMailTenant(pool, row.tenant_id);
  if (row.html !== null)
    return {
      subject: row.subject,
      html: row.html,
      text: row.text ?? htmlToText(row.html),
      attachments: row.attachments,
      tenant,
    };
  const key = TemplateKey.parse(row.kind);
  if (row.sealed !== null) {
    const values = openSeal(row.id, row.sealed);
    return {
      ...(await compose(key, await findTemplate(row, key, tenant), values, tenant)),
      attachments: [],
      tenant,
    };
  }
  if (key === "waitlist_joined") return renderWaiting(row, tenant);
  const subject = await readSnapshot(row);
  if (subject === null) return null;
  const { snapshot, questions } = subject;
  const ids = await bookingsOf(row, snapshot);
  const together = ids.length < 2 ? [] : await readTogether(row.tenant_id, ids);
  const isVisit = together.length > 0 && together.every(({ visit_id }) => visit_id !== null);
  const { starts_at, location, time_zone } = snapshot.booking;
  // Staff read every booking in the company's time.
  const read = row.audience === "customer" ? location : null;
  const zones = bookingZones(new Date(starts_at), read, {
    company: tenant.time_zone,
    guest: time_zone,
  });
  const linesIn = (language: string): DateLine[] => {
    const reading = { locale: mailLocale(language, tenant), time_zone: zones.lead };
    return together.map(({ id, moved_from, ...each }) => ({
      name: isVisit ? [each.service, each.resource].filter(Boolean).join(" · ") : null,
      when: whenOf(each.starts_at, each.ends_at, reading),
      previous:
        key === "booking_rescheduled" && moved_from !== null
          ? whenOf(new Date(moved_from.starts_at), new Date(moved_from.ends_at), reading)
          : null,
      url: manageUrl(row.tenant_id, id),
    }));
  };
  const chosen =
    row.audience === "customer"
      ? await findTemplate(row, key, tenant, linesIn)
      : await writeForStaff(row, key as BookingMail, subject, linesIn(row.locale));
  const dashboard_url = dashboardUrl(snapshot.booking.reference);
  const more = {
    service: isVisit ? namesOf(together, "service") : subject.service,
    ...(isVisit && { resource: namesOf(together, "resource") }),
    dashboard_url,
    book_url: bookUrl(tenant.slug),
    questions,
    is_for_staff: row.audience !== "customer",
    asks_payment: key === "payment_request",
    fee: FEE_STATUS[key] ?? null,
    now: clock.now(),
    // Of several bookings each has its own email about its refund.
    refund:
      together.length === 0 && (key === "booking_cancelled" || key === "request_declined")
        ? subject.refund
        : null,
    prices: together.map(({ price_amount }) => price_amount),
    // Those of a visit are of its services; every date of a series has the same.
    ...(isVisit && {
      addons: together.flatMap(({ addons }) => addons),
      needs: together.flatMap(({ needs }) => needs),
    }),
  };
  const values = bookingValues(snapshot, more, mailLocale(chosen.locale, tenant), zones);
  const mail = await compose(key, chosen, values, tenant);
  const invitation =
    row.audience === "customer"
      ? invite(key, subject, together, tenant, zones, chosen.locale)
      : null;
  return { ...mail, attachments: invitation === null ? [] : [invitation], tenant };
}

/** The bookings that an email is about: a reminder of a visit is about all its parts. */
async function bookingsOf(
  { tenant_id, kind, context }: MessageRow,
  { booking }: BookingSnapshot,
): Promise<string[]> {
  if (context.booking_ids !== undefined) return context.booking_ids;
  if (kind !== "booking_reminder" || booking.visit == null) return [booking.id];
  return readVisitIds(tenant_id, booking.visit.id);
}

/** "Haircut + Colour" */
const namesOf = (together: readonly TogetherRow[], name: "service" | "resource"): string =>
  [...new Set(together.flatMap((each) => each[name] ?? []))].join(" + ");

/** The confirmation of a guest's place on the waiting list; null when they have left it. */
async function renderWaiting(row: MessageRow, tenant: MailTenant): Promise<Rendered | null> {
  const id = row.context.waitlist_id;
  const entry = id === undefined ? undefined : await readWaitingEntry(row.tenant_id, id);
  if (entry?.status !== "waiting") return null;
  const template = await findTemplate(row, "waitlist_joined", tenant);
  const values = waitingValues(entry, tenant, mailLocale(template.locale, tenant), {
    leave: waitingUrl({ tenant_id: row.tenant_id, entry_id: entry.id }),
    book: bookUrl(tenant.slug),
  });
  const mail = await compose("waitlist_joined", template, values, tenant);
  return { ...mail, attachments: [], tenant };
}

/** `linesIn`: the lines of several bookings in a language; empty for one. */
async function findTemplate(
  row: MessageRow,
  key: TemplateKey,
  tenant: MailTenant,
  linesIn: (language: string) => DateLine[] = () => [],
): Promise<ChosenTemplate> {
  const own = await readTemplates(row.tenant_id, [key]);
  const chosen = chooseTemplate(key, own, row.locale, tenant.locale);
  const dates = linesIn(chosen.locale);
  if (dates.length === 0 || !isTogether(key)) return chosen;
  return { ...togetherTemplate(key, chosen.locale, dates), locale: chosen.locale };
}

async function writeForStaff(
  row: MessageRow,
  key: BookingMail,
  { snapshot, at }: MailSubject,
  dates: readonly DateLine[],
): Promise<ChosenTemplate> {
  const links = await approvalLinks(row, snapshot, at);
  return { ...staffTemplate(key, row.locale, links, dates), locale: row.locale };
}

/**
 * Renders the template inside the layout. A template that fails here predates the present checks:
 * the default is used.
 */
export async function compose(
  key: TemplateKey,
  template: ChosenTemplate,
  given: MailValues,
  tenant: MailTenant,
): Promise<Pick<Mail, "subject" | "html" | "text">> {
  const values = { ...given, ...tenantValues(tenant) };
  const { subject, content } = await fill(key, template, values, tenant.id);
  const lang = template.locale;
  const html = layoutMail({
    content,
    subject,
    preheader: preheaderOf(values),
    lang,
    dir: directionOf(lang),
    sent_by: textsOf(lang).sent_by,
    tenant,
  });
  const text = `${htmlToText(content)}\n${signature(tenant)}\n`;
  return { subject, html, text };
}

/** "Haircut · Monday, 9:00 AM · 12 Linden Lane"; undefined for an email without a booking. */
function preheaderOf({ booking, resource }: MailValues): string | undefined {
  if (booking === undefined) return undefined;
  const title = booking["service"] ?? resource?.["name"];
  return [title, booking["when_in_zone"], booking["location"]].filter(Boolean).join(" · ");
}

async function fill(
  key: TemplateKey,
  template: ChosenTemplate,
  values: MailValues,
  tenantId: string,
) {
  try {
    return await renderTemplate(tenantId, key, template, values);
  } catch (error) {
    log.warn(
      { tenant_id: tenantId, key, reason: error instanceof Error ? error.name : "unknown" },
      "a template failed",
    );
    return renderTemplate(tenantId, key, defaultTemplate(key, template.locale), values);
  }
}

type EntryFacts = Pick<CalendarEntry, "sequence" | "starts_at" | "ends_at" | "updated_at"> &
  Pick<BookingSnapshot["booking"], "id" | "reference" | "location"> &
  Pick<TogetherRow, "service" | "resource">;

interface MailSubject {
  snapshot: BookingSnapshot;
  /** Returned or on its way to the guest, minor units; null if no money came in. */
  refund: number | null;
  sequence: number;
  service: string | null;
  questions: { id: string; label: string }[];
  at: Date;
}

/**
 * The booking of the email: the event's snapshot, or for a reminder and a payment link its present
 * state.
 */
async function readSnapshot(row: MessageRow): Promise<MailSubject | null> {
  if (row.event_id === null || row.kind === "checkout_reminder")
    return row.booking_id === null ? null : currentBooking(row, row.booking_id);
  const event = await readEventSource(row.tenant_id, row.event_id);
  if (event === undefined) return null;
  const { type, data } = JSON.parse(event.body) as { type: string; data: BookingSnapshot }; // written by makeEvent only
  // The present location: an outdated link would lead nowhere.
  const location = bookingLocation({
    tenant_id: row.tenant_id,
    id: data.booking.id,
    place: event.place,
  });
  return {
    snapshot: { ...data, booking: { ...data.booking, location }, type },
    refund: hasMoneyComeIn(data.booking) ? event.refund : null,
    sequence: event.sequence,
    service: event.service,
    questions: event.questions,
    at: event.created_at,
  };
}

async function currentBooking(message: MessageRow, bookingId: string): Promise<MailSubject | null> {
  const loaded = await loadOrNull(pool, message.tenant_id, bookingId);
  if (loaded === null) return null;
  const { row, resource, customer, schedule } = loaded;
  if (!isStillWanted(message, row)) return null;
  const source = { booking: row, resource, customer, manage_url: manageUrl(row.tenant_id, row.id) };
  const { body } = makeEvent("booking.updated", row.event_count, row.updated_at, source, null);
  const { data } = JSON.parse(body) as { data: BookingSnapshot };
  return {
    snapshot: data,
    refund: null,
    sequence: row.event_count,
    service: schedule?.name ?? null,
    questions: [],
    at: row.updated_at,
  };
}

/** Whether an email about a booking's present state still has something to say. */
function isStillWanted({ kind, context }: MessageRow, row: BookingRow): boolean {
  const { status, starts_at, payment_status } = row;
  switch (kind) {
    case "payment_request":
      return whyNotPayable(row, clock.date()) === null;
    case "checkout_reminder":
      return (
        status === "pending" &&
        payment_status !== "processing" &&
        (row.pending_reason === "card"
          ? !isLapsed(row, clock.date())
          : whyNotPayable(row, clock.date()) === null)
      );
    case "fee_charged":
    case "fee_request": {
      const wanted = kind === "fee_charged" ? "paid" : "unpaid";
      return row.fees.some((fee) => fee.status === wanted);
    }
    default:
      return isAgreed(status) && starts_at.toISOString() === context.starts_at;
  }
}

async function loadOrNull(db: Sql, tenantId: string, id: string) {
  try {
    return await loadBooking(db, tenantId, id, false);
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}

/**
 * The calendar attachment of emails that add a booking, move it or remove it; none to remove a
 * booking that was never added. Of several bookings it has an entry for each.
 */
function invite(
  key: TemplateKey,
  { snapshot: { booking, previous }, sequence, service, at }: MailSubject,
  together: readonly TogetherRow[],
  tenant: MailTenant,
  zones: BookingZones,
  locale: string,
): Attachment | null {
  const isCancelled = key === "booking_cancelled";
  const wasIn = previous?.status === "confirmed" || previous?.status === "paid";
  const isIn = booking.status === "confirmed" || booking.status === "paid";
  const status = isCancelled
    ? wasIn
    : isIn && ["booking_confirmed", "booking_paid", "booking_rescheduled"].includes(key);
  const { name, email } = booking.customer;
  if (!status || email === null) return null;
  const host = new URL(env.BASE_URL).hostname;
  const { labels } = textsOf(locale);
  const words = locationWords(locale, "guest");
  const entryOf = (each: EntryFacts): CalendarEntry => {
    const { starts_at, ends_at } = each;
    const url = manageUrl(tenant.id, each.id);
    return {
      booking_id: each.id,
      sequence: each.sequence,
      starts_at,
      ends_at,
      updated_at: each.updated_at,
      summary: `${each.service ?? each.resource} · ${tenant.name}`,
      description: [
        each.resource,
        ...zoneLine(starts_at, ends_at, zones, mailLocale(locale, tenant)),
        `${labels.reference}: ${referenceOf(each.reference)}`,
        url,
      ].join("\n"),
      ...entryLocation(each.location, booking.customer.phone, words, tenant.address),
      url,
      is_cancelled: isCancelled,
    };
  };
  const attach = (ics: string, method: string): Attachment => ({
    filename: isCancelled ? "cancel.ics" : "booking.ics",
    content_type: `text/calendar; charset=utf-8; method=${method}`,
    content: Buffer.from(ics).toString("base64"),
  });
  // An invitation is about one booking (RFC 5546, 3.2.2).
  if (together.length > 0) return attach(bookingsIcs(together.map(entryOf), host), "PUBLISH");
  const starts_at = new Date(booking.starts_at);
  const ends_at = new Date(booking.ends_at);
  const resource = booking.resource.name;
  const own = { starts_at, ends_at, sequence, updated_at: at, service, resource };
  const entry = entryOf({ ...booking, ...own });
  const organizer = { name: tenant.name, email: tenant.email ?? `no-reply@${host}` };
  const ics = bookingIcs(entry, host, {
    organizer,
    guest: { name: mailedName(name, locale), email },
  });
  return attach(ics, isCancelled ? "CANCEL" : "REQUEST");
}
