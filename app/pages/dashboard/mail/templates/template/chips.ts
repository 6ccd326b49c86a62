import { msg, t } from "~/i18n/text";

/** A named part of a template's source: `{{ customer.name }}` is "[Guest name]". */
export interface Chip {
  label: string;
  source: string;
  /** Group in the editor; null if it isn't offered, only displayed. */
  group: ChipGroup | null;
  /** Rarely needed, so offered in a collapsed list. */
  is_rare: boolean;
}
export type ChipGroup = keyof typeof GROUPS;

/** Translated with t(). */
export const GROUPS = {
  guest: msg("Guest"),
  booking: msg("Booking"),
  payment: msg("Payment"),
  company: msg("Company"),
  link: msg("Links"),
};

const RARE = new Set([
  "booking.end_time",
  "booking.time_zone",
  "booking.when_in_zone",
  "booking.other_when",
  "booking.what",
  "booking.soon",
  "booking.duration_minutes",
  "resource.type",
  "booking.status",
  "booking.location_url",
  "booking.map_url",
  "booking.pending_reason",
  "booking.held_until",
  "booking.held_short",
  "booking.news",
  "booking.people",
  "booking.addons",
  "booking.needs",
  "booking.notes",
  "booking.answers",
  "booking.previous_when",
  "booking.cancelled_by",
  "booking.cancel_reason",
  "booking.cancel_reason_code",
  "booking.balance_due",
  "booking.due_on_site",
  "booking.deposit",
  "booking.card_terms",
  "booking.fee",
  "booking.fee_amount",
  "booking.refund",
  "booking.balance_owed",
  "booking.cash_owed",
  "payment.status",
  "payment.refunded_amount",
  "payment.refund_reason",
  "payment.refund_provider",
  "tenant.website",
  "tenant.address",
  "links.dashboard",
]);

const VARIABLES: Record<string, [label: string, group: ChipGroup]> = {
  "customer.name": [msg("Guest name"), "guest"],
  "customer.email": [msg("Guest email"), "guest"],
  "customer.phone": [msg("Guest phone"), "guest"],
  "booking.when": [msg("Date and time"), "booking"],
  "booking.when_in_zone": [msg("Date, time and zone"), "booking"],
  "booking.other_when": [msg("Time in the other zone"), "booking"],
  "booking.date": [msg("Date"), "booking"],
  "booking.time": [msg("Start time"), "booking"],
  "booking.end_time": [msg("End time"), "booking"],
  "booking.time_zone": [msg("Time zone"), "booking"],
  "booking.duration_minutes": [msg("Length in minutes"), "booking"],
  "booking.location": [msg("Location"), "booking"],
  "booking.location_url": [msg("Video link"), "booking"],
  "booking.map_url": [msg("Map link"), "booking"],
  "booking.previous_when": [msg("Previous date and time"), "booking"],
  "booking.service": [msg("Service"), "booking"],
  "booking.what": [msg("Service, or staff or room"), "booking"],
  "booking.soon": [msg("Day and time, such as tomorrow"), "booking"],
  "resource.name": [msg("Staff or room"), "booking"],
  "resource.type": [msg("Person, room or equipment"), "booking"],
  "booking.party_size": [msg("People"), "booking"],
  "booking.people": [msg("Kinds of people"), "booking"],
  "booking.addons": [msg("Add-ons"), "booking"],
  "booking.needs": [msg("Rooms and equipment"), "booking"],
  "booking.reference": [msg("Reference"), "booking"],
  "booking.status": [msg("Status"), "booking"],
  "booking.pending_reason": [msg("Waiting for"), "booking"],
  "booking.held_short": [msg("Held until, short"), "booking"],
  "booking.held_until": [msg("Held until"), "booking"],
  "booking.news": [msg("Update"), "booking"],
  "booking.notes": [msg("Notes"), "booking"],
  "booking.answers": [msg("Answers"), "booking"],
  "booking.cancelled_by": [msg("Cancelled by"), "booking"],
  "booking.cancel_reason": [msg("Cancellation reason"), "booking"],
  "booking.cancel_reason_code": [msg("Cancellation code"), "booking"],
  "booking.price": [msg("Price"), "payment"],
  "booking.due_on_site": [msg("Due on site"), "payment"],
  "booking.deposit": [msg("Due now and later"), "payment"],
  "booking.card_terms": [msg("Card terms"), "payment"],
  "booking.fee": [msg("Fee"), "payment"],
  "booking.fee_amount": [msg("Fee amount"), "payment"],
  "booking.to_pay": [msg("Amount to pay online"), "payment"],
  "booking.refund": [msg("Refund on cancellation"), "payment"],
  "booking.balance_due": [msg("Amount due"), "payment"],
  "booking.balance_owed": [msg("Amount owed"), "payment"],
  "booking.cash_owed": [msg("Cash to hand back"), "payment"],
  "payment.status": [msg("Payment status"), "payment"],
  "payment.amount": [msg("Amount paid"), "payment"],
  "payment.refunded_amount": [msg("Amount refunded"), "payment"],
  "payment.refund_reason": [msg("Refund reason"), "payment"],
  "payment.refund_provider": [msg("Refund by"), "payment"],
  "tenant.name": [msg("Company name"), "company"],
  "tenant.email": [msg("Company email"), "company"],
  "tenant.phone": [msg("Company phone"), "company"],
  "tenant.website": [msg("Company website"), "company"],
  "tenant.address": [msg("Company address"), "company"],
  "links.manage": [msg("Manage link"), "link"],
  "links.calendar": [msg("Calendar link"), "link"],
  "links.book": [msg("Booking page link"), "link"],
  "links.leave": [msg("Link to leave the list"), "link"],
  "links.pay": [msg("Payment link"), "link"],
  "links.receipt": [msg("Receipt link"), "link"],
  "links.dashboard": [msg("Dashboard link"), "link"],
  "links.accept": [msg("Invitation link"), "link"],
  "invite.by": [msg("Invited by"), "guest"],
  "invite.role": [msg("Role"), "guest"],
  "invite.until": [msg("Invitation ends"), "guest"],
  "code.value": [msg("Code"), "guest"],
  "code.expires_minutes": [msg("Minutes the code works"), "guest"],
};

/** Conditions used by the default texts, by their Liquid source. */
const CONDITIONS: Record<string, string> = {
  'if booking.news == "approved"': msg("If approved"),
  'if booking.news == "changed"': msg("If the time doesn’t change"),
  "if booking.balance_due": msg("If an amount is due"),
  "elsif booking.news": msg("If there is an update"),
  'elsif booking.news == "payment_processing"': msg("If the payment is processing"),
  'elsif booking.pending_reason == "payment" and booking.held_until':
    msg("If it waits for payment"),
  "if booking.card_terms": msg("If a card is kept"),
  'if booking.pending_reason == "card"': msg("If it waits for a card"),
  'elsif booking.pending_reason == "offer"': msg("If it is an offer"),
  'elsif booking.pending_reason == "approval"': msg("If it waits for approval"),
  'if booking.cancel_reason_code == "payment_failed"': msg("If the payment failed"),
  'elsif booking.status == "expired"': msg("If it expired"),
  'elsif booking.cancelled_by == "customer"': msg("If the guest cancelled"),
  "if payment.refunded_amount": msg("If an amount was refunded"),
  "elsif payment.refunded_amount": msg("Refunded"),
  'if payment.refund_provider == "offline"': msg("Cash handed back"),
  'if payment.refund_reason == "second_payment"': msg("If it was paid twice"),
  "if booking.held_until": msg("If it is held"),
  "if booking.to_pay": msg("If it is to be paid online"),
  else: msg("Otherwise"),
  endif: msg("End if"),
};

/** Chips of an email in the page's language, with unique names. */
export function makeChips(variables: readonly string[]): Chip[] {
  const chips = [
    ...variables.map((name): Chip => {
      const [label, group] = VARIABLES[name] ?? [name, null];
      return { label: t(label), source: `{{ ${name} }}`, group, is_rare: RARE.has(name) };
    }),
    ...Object.entries(CONDITIONS).map(([tag, label]): Chip => ({
      label: t(label),
      source: `{% ${tag} %}`,
      group: null,
      is_rare: false,
    })),
  ];
  const taken = new Set<string>();
  return chips.map((chip) => {
    // If two labels are equal in a language, the second uses its source.
    const label = taken.has(chip.label) ? chip.source.replace(/[{}%]/g, "").trim() : chip.label;
    taken.add(label);
    return { ...chip, label };
  });
}

/** A kind of paragraph: its HTML and its plain-text prefix. */
export interface Paragraph {
  label: string | null;
  open: string;
  close: string;
}

const button = (label: string, link: string): Paragraph => ({
  label: t(label),
  open: `<p><a class="button" href="{{ ${link} }}">`,
  close: "</a></p>",
});

/** Paragraph kinds of an email with these variables, most specific first. */
export function makeParagraphs(variables: readonly string[]): Paragraph[] {
  const buttons: [string, string][] = [
    [msg("Manage button"), "links.manage"],
    [msg("Payment button"), "links.pay"],
    [msg("Book-again button"), "links.book"],
    [msg("Invitation button"), "links.accept"],
  ];
  return [
    { label: t("Heading"), open: "<h1>", close: "</h1>" },
    { label: t("Small print"), open: '<p class="muted">', close: "</p>" },
    ...(variables.includes("code.value")
      ? [{ label: t("Large"), open: '<p class="code">', close: "</p>" }]
      : []),
    ...buttons
      .filter(([, link]) => variables.includes(link))
      .map(([label, link]) => button(label, link)),
    ...(variables.includes("links.leave")
      ? [
          {
            label: t("Link to leave"),
            open: '<p><a href="{{ links.leave }}">',
            close: "</a></p>",
          },
        ]
      : []),
    { label: null, open: "<p>", close: "</p>" },
  ];
}
