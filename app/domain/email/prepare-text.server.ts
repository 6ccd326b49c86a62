import type { Sms } from "~/adapters/sms/port";
import { isAgreed } from "~/contract/booking-status";
import { toE164 } from "~/contract/contact-details";
import { localeOf } from "~/i18n/locales";
import { AppError } from "~/lib/app-error";
import { clock } from "~/lib/clock";
import { pool } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { isAllowedNumber } from "~/lib/phone-number";
import { loadBooking } from "../bookings/read/load-booking.sql.server";
import { bookingZones } from "../bookings/read/booking-time";
import { shortManageUrl } from "../bookings/links/manage-link.server";
import { readTogether, readVisitIds } from "./mail-sources.sql.server";
import type { MessageRow, TextRefusal } from "./message-row";
import { readMailTenant } from "./read-mail-tenant.sql.server";
import { LATE } from "./reminders.sql.server";
import { isSuppressed } from "./suppressions.sql.server";
import { readPolicy } from "../identity/policy";
import { countParts } from "./sms-parts";
import { textChannelOf } from "../text-consent/text-channel";
import { consentForNumber } from "../text-consent/text-consent";
import { readTextState } from "./text-reminders.sql.server";
import { textVariables, writeText } from "./write-text";

export interface ReadyText {
  text: string;
  parts: number;
  /** The most reminders the company sends in a month. */
  budget: number;
  sms: Sms;
}

const MINUTE_MS = 60_000;

/**
 * A queued text reminder as it goes out, by the present state of its booking; the reason if it may
 * not go: the booking was moved, cancelled or is too near, consent or service no longer allow it,
 * the guest replied STOP, or quiet hours have begun.
 */
export async function prepareText(row: MessageRow): Promise<ReadyText | { refusal: TextRefusal }> {
  const { tenant_id, booking_id, recipient, context } = row;
  const now = clock.date();
  const state = booking_id === null ? undefined : await readTextState(tenant_id, booking_id, now);
  const loaded = booking_id === null ? null : await loadOrNull(tenant_id, booking_id);
  if (state === undefined || loaded === null) return { refusal: "outdated" };
  const booking = loaded.row;
  const ahead = (booking.starts_at.getTime() - now.getTime()) / MINUTE_MS;
  const isStale =
    !isAgreed(booking.status) ||
    booking.starts_at.toISOString() !== context.starts_at ||
    ahead <= (context.minutes_before ?? 0) * LATE ||
    booking.customer_phone === null ||
    toE164(booking.customer_phone) !== recipient;
  if (isStale) return { refusal: "outdated" };
  const policy = readPolicy(state.policy);
  const channel = textChannelOf(policy, { text_reminders: state.text_reminders ?? "company" });
  if (consentForNumber(booking.text_consent, booking.customer_phone) === null)
    return { refusal: "no_consent" };
  if (channel === null || row.channel === "email") return { refusal: "texts_off" };
  if (await isSuppressed(tenant_id, recipient)) return { refusal: "opted_out" };
  if (!isAllowedNumber(recipient, env.SMS_COUNTRIES)) return { refusal: "country_not_served" };
  if (state.is_quiet) return { refusal: "quiet_hours" };
  const tenant = await readMailTenant(pool, tenant_id);
  const subject = {
    starts_at: booking.starts_at,
    zones: bookingZones(booking.starts_at, booking.place ?? null, {
      company: tenant.time_zone,
      guest: booking.time_zone,
    }),
    services: await servicesOf(tenant_id, loaded),
    company: tenant.name,
    link: shortManageUrl(tenant_id, booking.id),
    locale: row.locale,
  };
  const text = writeText(subject);
  const status_url = `${env.BASE_URL}/api/webhooks/twilio?tenant_id=${tenant_id}&message_id=${row.id}`;
  const template = row.channel === "whatsapp" ? templateOf(row.locale) : null;
  return {
    text,
    parts: row.channel === "sms" ? countParts(text) : 1,
    budget: Math.min(policy.text_monthly_budget, env.TEXT_REMINDERS_MONTHLY_CAP),
    sms: {
      to: recipient,
      text,
      channel: row.channel,
      status_url,
      ...(template !== null && {
        template: { id: template, variables: numbered(textVariables(subject)) },
      }),
    },
  };
}

/** The service of the reminder, or all services of its visit that take place. */
async function servicesOf(
  tenantId: string,
  { row, schedule }: NonNullable<Awaited<ReturnType<typeof loadOrNull>>>,
): Promise<string[]> {
  if (row.visit_id === null) return [schedule?.name ?? row.resource_name];
  const parts = await readTogether(tenantId, await readVisitIds(tenantId, row.visit_id));
  return parts.map(({ service, resource }) => service ?? resource);
}

async function loadOrNull(tenantId: string, id: string) {
  try {
    return await loadBooking(pool, tenantId, id, false);
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}

/** The approved WhatsApp template of the guest's language, else the first one. */
function templateOf(locale: string): string | null {
  const templates = env.TWILIO_WHATSAPP_TEMPLATES.map((one) => one.split(":"));
  const found = templates.find(([language]) => language === localeOf(locale)) ?? templates[0];
  return found?.[1] ?? null;
}

const numbered = (values: string[]) =>
  Object.fromEntries(values.map((value, index) => [String(index + 1), value]));
