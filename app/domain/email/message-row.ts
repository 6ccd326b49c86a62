import type { Attachment } from "~/adapters/email/port";
import type { Message, Recipient } from "~/contract/email";
import { toRfc3339 } from "~/lib/time";

/** A row of `message` as returned by the driver. */
export interface MessageRow {
  tenant_id: string;
  id: string;
  kind: string;
  channel: "email" | "sms" | "whatsapp";
  audience: Recipient;
  recipient: string;
  locale: string;
  subject: string;
  html: string | null;
  text: string | null;
  attachments: Attachment[];
  sealed: Buffer | null;
  status: Message["status"];
  /** Calls to the provider. */
  attempts: number;
  leased_until: Date | null;
  provider_id: string | null;
  error_code: string | null;
  booking_id: string | null;
  event_id: string | null;
  context: {
    starts_at?: string;
    minutes_before?: number;
    resent_of?: string;
    waitlist_id?: string;
    /** The bookings that it is about, if there are several. */
    booking_ids?: string[];
  };
  /** Number of SMS that a text reminder was billed as. */
  parts: number | null;
  /** When the provider reported that a text reminder arrived. */
  delivered_at: Date | null;
  created_at: Date;
  sent_at: Date | null;
  updated_at: Date;
}

/** Kinds whose text is never stored, because it gives access. */
export const SECRET_KINDS: readonly string[] = ["verification_code", "user_invite"];

/** Why a message is held. */
export type QuotaReason = "tenant_quota" | "recipient_quota" | "unproven_quota";

/** Why a text reminder is not sent. */
export type TextRefusal =
  | "outdated"
  | "no_consent"
  | "texts_off"
  | "opted_out"
  | "country_not_served"
  | "quiet_hours"
  | "text_budget";

/** A reminder by SMS or WhatsApp; codes come with their text. */
export const isTextReminder = ({ channel, kind }: Pick<MessageRow, "channel" | "kind">): boolean =>
  channel !== "email" && kind === "booking_reminder";

const wire = (instant: Date) => toRfc3339(instant.getTime());

export function toMessage(row: MessageRow): Message {
  const { id, kind, channel, audience, recipient, locale, subject, status, attempts } = row;
  const { provider_id, error_code, booking_id, event_id } = row;
  return {
    id,
    kind,
    channel,
    audience,
    recipient,
    locale,
    status,
    attempts,
    provider_id,
    error_code,
    booking_id,
    event_id,
    subject,
    parts: row.parts,
    delivered_at: row.delivered_at && wire(row.delivered_at),
    can_resend: row.html !== null,
    created_at: wire(row.created_at),
    sent_at: row.sent_at && wire(row.sent_at),
    updated_at: wire(row.updated_at),
  };
}
