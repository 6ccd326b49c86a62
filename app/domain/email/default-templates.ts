import type { BookingMail, TemplateKey } from "~/contract/email";
import type { TemplateText } from "./liquid-template.server";
import { type MailText, type MailTexts, textsOf } from "./texts";

const row = (label: string, value: string, condition?: string) => {
  const cells = `<tr><th>${label}</th><td>{{ ${value} }}</td></tr>`;
  return condition === undefined ? cells : `{% if ${condition} %}${cells}{% endif %}`;
};

/** The time before a move, struck through. */
const previously = ({ labels }: MailTexts) =>
  `{% if booking.previous_when %}<tr><th>${labels.previously}</th><td><s>{{ booking.previous_when }}</s></td></tr>{% endif %}`;

const WHAT = "{% if booking.service %}{{ booking.service }} · {% endif %}{{ resource.name }}";
const what = ({ labels }: MailTexts) =>
  `<tr><th>${labels.what}</th><td>${WHAT}{% if booking.needs %} · {{ booking.needs }}{% endif %}</td></tr>`;
/** On the waiting list no room is chosen yet. */
const whatIsWaitedFor = ({ labels }: MailTexts) =>
  `<tr><th>${labels.what}</th><td>${WHAT}</td></tr>`;

const when = ({ labels }: MailTexts) =>
  `<tr><th>${labels.when}</th><td>{{ booking.when }}<br><span class="muted">{{ booking.time_zone }}</span>{% if booking.other_when %}<br><span class="muted">{{ booking.other_when }}</span>{% endif %}</td></tr>`;

/** One of several bookings of an email: its time in words, and the guest's page. */
export interface DateLine {
  /** Its service and resource, if they differ; null: all have the same. */
  name: string | null;
  when: string;
  /** The time before a move; null: it stays the same. */
  previous: string | null;
  url: string;
}

/** Text in a template's HTML, without a meaning in either. */
const verbatim = (text: string) => text.replace(/[&<>"{}%]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** "Haircut · Sami: Monday 4 January, 10:00 – 10:30" */
const lineOf = ({ name, when }: DateLine) => (name === null ? when : `${verbatim(name)}: ${when}`);

/**
 * The times of several bookings, each with the one before a move. Inserted verbatim, because
 * templates have no lists.
 */
const times = (
  { labels }: MailTexts,
  dates: readonly DateLine[],
  write: (date: DateLine) => string,
) => {
  const lines = dates.map((date) =>
    date.previous === null ? write(date) : `${write(date)}<br><s>${date.previous}</s>`,
  );
  return `<tr><th>${labels.dates}</th><td>${lines.join("<br>")}<br><span class="muted">{{ booking.time_zone }}</span></td></tr>`;
};

/** The location, with the link of a video call or a map. */
const where = ({ labels }: MailTexts) =>
  `{% if booking.location %}<tr><th>${labels.where}</th><td>{% if booking.location_url %}<a href="{{ booking.location_url }}">{{ booking.location }}</a>{% elsif booking.map_url %}<a href="{{ booking.map_url }}"><bdi>{{ booking.location }}</bdi></a>{% else %}<bdi>{{ booking.location }}</bdi>{% endif %}</td></tr>{% endif %}`;

const receipt = ({ labels }: MailTexts) =>
  `{% if links.receipt %}<br><a href="{{ links.receipt }}">${labels.receipt}</a>{% endif %}`;

/** The price, with where to pay it if that isn't online; `more`: the receipt of its payment. */
const price = ({ labels, pay_on_site }: MailTexts, more = "") =>
  `{% if booking.price %}<tr><th>${labels.price}</th><td>{{ booking.price }}{% if booking.deposit %}<br><span class="muted">{{ booking.deposit }}</span>{% elsif booking.due_on_site %}<br><span class="muted">${pay_on_site}</span>{% endif %}${more}</td></tr>{% endif %}`;

const paid = (t: MailTexts) =>
  `{% if payment.amount %}<tr><th>${t.labels.paid}</th><td>{{ payment.amount }}${receipt(t)}</td></tr>{% endif %}`;

/** The checkout's button, while this booking waits for its payment or its card. */
const payButton = ({ pay, card }: MailTexts) =>
  `{% if booking.to_pay %}<p><a class="button" href="{{ links.pay }}">${pay.button}</a></p>{% endif %}\n{% if booking.pending_reason == "card" %}<p><a class="button" href="{{ links.pay }}">${card.button}</a></p>{% endif %}`;

/** Terms that the guest agreed to by keeping a card. */
const cardTerms = ({ card }: MailTexts) =>
  `{% if booking.card_terms %}<p class="muted">${card.agreed}</p>{% endif %}`;

/** After these the booking no longer takes place. */
const isOver = (key: BookingMail) => key === "booking_cancelled" || key === "booking_refunded";

/** The guest's answers, one line per question. */
const answers = ({ labels }: MailTexts) =>
  `{% if booking.answers %}<tr><th>${labels.answers}</th><td>{% assign lines = booking.answers | split: "\\n" %}{% for line in lines %}{{ line }}<br>{% endfor %}</td></tr>{% endif %}`;

/** `timesRow`: of several bookings. */
function details(
  t: MailTexts,
  key: BookingMail | "waitlist_joined",
  timesRow: string | null = null,
): string {
  const { labels } = t;
  if (key === "waitlist_joined") {
    const people = row(labels.people, "booking.people", "booking.people");
    return table([whatIsWaitedFor(t), when(t), where(t), people, price(t)]);
  }
  const rows = [
    what(t),
    timesRow ?? when(t),
    isOver(key) ? "" : where(t),
    key === "booking_rescheduled" && timesRow === null ? previously(t) : "",
    row(labels.people, "booking.people", "booking.people"),
    row(labels.addons, "booking.addons", "booking.addons"),
    key === "booking_paid" ? paid(t) : price(t, receipt(t)),
    key === "booking_cancelled" ? row(labels.refund, "booking.refund", "booking.refund") : "",
    key === "booking_refunded"
      ? row(labels.refunded, "payment.refunded_amount", "payment.refunded_amount")
      : "",
    row(labels.balance_due, "booking.balance_due", "booking.balance_due"),
    row(labels.balance_owed, "booking.balance_owed", "booking.balance_owed"),
    row(labels.cash_owed, "booking.cash_owed", "booking.cash_owed"),
    key === "booking_cancelled"
      ? row(labels.reason, "booking.cancel_reason", "booking.cancel_reason")
      : "",
    row(labels.reference, "booking.reference"),
  ];
  return table(rows);
}

const table = (rows: string[]) =>
  `<table class="details">\n${rows.filter(Boolean).join("\n")}\n</table>`;

function intro(t: MailTexts, key: BookingMail): string {
  const plain = t.booking[key].intro;
  if (key === "booking_created")
    return `{% if booking.news == "approved" %}${t.approved_to_pay}{% elsif booking.news == "payment_processing" %}${t.payment_processing}{% elsif booking.pending_reason == "payment" and booking.held_until %}${t.held_for_payment}{% elsif booking.pending_reason == "approval" %}${t.waits_for_approval}{% else %}${plain}{% endif %}`;
  if (key === "booking_rescheduled") return whenChanged(t.changed.intro, plain);
  if (key === "booking_cancelled")
    return `{% if booking.cancel_reason_code == "payment_failed" %}${t.payment_failed}{% elsif booking.status == "expired" %}${t.hold_ended}{% elsif booking.cancelled_by == "customer" %}${t.cancelled_by_guest}{% else %}${plain}{% endif %}`;
  if (key === "booking_refunded")
    return `{% if payment.refund_provider == "offline" %}${t.refund_in_cash}{% elsif payment.refunded_amount %}${t.refund_amount}{% else %}${plain}{% endif %}{% if payment.refund_reason == "second_payment" %} ${t.refund_of_second}{% endif %}`;
  return plain;
}

function bookingTemplate(t: MailTexts, key: BookingMail): TemplateText {
  const { title } = t.booking[key];
  const body = [
    `<h1>${titleOf(t, key, title)}</h1>`,
    `<p>${t.greeting}</p>`,
    `<p>${intro(t, key)}</p>`,
    details(t, key),
    ...(isOver(key) ? [] : [cardTerms(t), payButton(t), `<p class="muted">${t.change_hint}</p>`]),
    ...(key === "booking_cancelled" ? [bookAgain(t)] : []),
    `<p><a class="button" href="{{ links.manage }}">${isOver(key) ? t.view : t.manage}</a></p>`,
  ];
  return { subject: subjectOf(t, key), body: body.join("\n") };
}

/** The outcome of a request uses the same email and the same switch. */
function subjectOf(t: MailTexts, key: BookingMail): string {
  const { subject } = t.booking[key];
  if (key === "booking_rescheduled") return whenChanged(t.changed.subject, subject);
  if (key === "booking_paid") return whenPartPaid(t.booking.booking_confirmed.subject, subject);
  return key === "booking_created" ? subjectOfNews(t, subject) : subject;
}

function titleOf(t: MailTexts, key: BookingMail, plain: string): string {
  if (key === "booking_rescheduled") return whenChanged(t.changed.title, plain);
  if (key === "booking_paid") return whenPartPaid(t.booking.booking_confirmed.title, plain);
  return key === "booking_created" ? subjectOfNews(t, plain) : plain;
}

/** A payment such as a deposit after which the rest is due. */
const whenPartPaid = (confirmed: string, paid: string): string =>
  `{% if booking.balance_due %}${confirmed}{% else %}${paid}{% endif %}`;

/** A change that keeps the time uses the email for moves and the same switch. */
const whenChanged = (changed: string, moved: string): string =>
  `{% if booking.news == "changed" %}${changed}{% else %}${moved}{% endif %}`;

const subjectOfNews = (t: MailTexts, plain: string): string =>
  `{% if booking.news == "approved" %}${t.approved_subject}{% elsif booking.news == "payment_processing" %}${t.processing_subject}{% else %}${plain}{% endif %}`;

const bookAgain = (t: MailTexts) =>
  `<p><a class="button" href="{{ links.book }}">${t.book_again}</a></p>`;

/** An email with an introduction, the booking, and its buttons. */
const letter = (
  t: MailTexts,
  { subject, title, intro: text }: MailText,
  key: Parameters<typeof details>[1],
  buttons: string[],
): TemplateText => ({
  subject,
  body: [
    `<h1>${title}</h1>`,
    `<p>${t.greeting}</p>`,
    `<p>${text}</p>`,
    details(t, key),
    ...buttons,
  ].join("\n"),
});

/**
 * The default template of a key in one of its languages, as Liquid: tenants may copy and change it.
 */
export function defaultTemplate(key: TemplateKey, language: string): TemplateText {
  const t = textsOf(language);
  if (key === "verification_code") {
    const { subject, title, intro: text, validity } = t.code;
    return {
      subject,
      body: `<h1>${title}</h1>\n<p>${text}</p>\n<p class="code">{{ code.value }}</p>\n<p class="muted">${validity}</p>`,
    };
  }
  if (key === "user_invite") {
    const { subject, title, intro: text, button, hint } = t.invite;
    const link = `<p><a class="button" href="{{ links.accept }}">${button}</a></p>`;
    return {
      subject,
      body: `<h1>${title}</h1>\n<p>${text}</p>\n${link}\n<p class="muted">${hint}</p>`,
    };
  }
  if (key === "request_declined")
    return letter(t, t.request_declined, "booking_cancelled", [bookAgain(t)]);
  if (key === "waitlist_joined") {
    const leave = `<p><a href="{{ links.leave }}">${t.waitlist_joined.leave}</a></p>`;
    return letter(t, t.waitlist_joined, "waitlist_joined", [leave]);
  }
  if (key === "waitlist_offer") {
    const take = `<p><a class="button" href="{{ links.manage }}">${t.waitlist_offer.button}</a></p>`;
    return letter(t, t.waitlist_offer, "booking_created", [take]);
  }
  if (key === "time_request") {
    const choose = `<p><a class="button" href="{{ links.manage }}">${t.time_request.button}</a></p>`;
    return letter(t, t.time_request, "booking_created", [choose]);
  }
  if (key === "payment_request" || key === "checkout_reminder") {
    const { subject, title, intro } = key === "payment_request" ? t.pay : t.unfinished;
    const text =
      key === "payment_request"
        ? intro
        : `{% if booking.pending_reason == "card" %}${t.card.unfinished}{% else %}${intro}{% endif %}`;
    const held =
      key === "payment_request"
        ? [`{% if booking.held_until %}<p>${t.held_for_payment}</p>{% endif %}`]
        : [];
    return {
      subject,
      body: [
        `<h1>${title}</h1>`,
        `<p>${t.greeting}</p>`,
        `<p>${text}</p>`,
        ...held,
        details(t, "booking_created"),
        cardTerms(t),
        payButton(t),
      ].join("\n"),
    };
  }
  if (key === "fee_charged" || key === "fee_request") {
    const { button } = t.fee_request;
    const pay = `<p><a class="button" href="{{ links.pay }}">${button}</a></p>`;
    const view = `<p><a class="button" href="{{ links.manage }}">${t.view}</a></p>`;
    return letter(t, t[key], "booking_cancelled", [
      cardTerms(t),
      `<p class="muted">${t.fee.objection}</p>`,
      key === "fee_request" ? pay : view,
    ]);
  }
  return bookingTemplate(t, key);
}

/** The emails that bookings made, moved or cancelled together have in common. */
export const isTogether = (key: TemplateKey): key is keyof MailTexts["together"] =>
  key === "booking_created" ||
  key === "booking_confirmed" ||
  key === "booking_rescheduled" ||
  key === "booking_cancelled";

/**
 * The guest's email about several bookings at once. Not customisable: a company's own text is about
 * one booking.
 */
export function togetherTemplate(
  key: keyof MailTexts["together"],
  language: string,
  dates: readonly DateLine[],
): TemplateText {
  const t = textsOf(language);
  const { title } = t.together[key];
  const isVisit = dates.some(({ name }) => name !== null);
  const subject = isVisit ? t.booking[key].subject : t.together[key].subject;
  const text = key === "booking_rescheduled" ? t.together[key].intro : intro(t, key);
  const body = [
    `<h1>${title}</h1>`,
    `<p>${t.greeting}</p>`,
    `<p>${text}</p>`,
    details(
      t,
      key,
      times(t, dates, (date) => `<a href="${date.url}">${lineOf(date)}</a>`),
    ),
    key === "booking_cancelled"
      ? bookAgain(t)
      : `<p class="muted">${isVisit ? t.visit_hint : t.together_hint}</p>`,
  ];
  return { subject: subject.replace("{{ count }}", String(dates.length)), body: body.join("\n") };
}

/**
 * Where a member approves or declines a booking. Inserted verbatim: tenants' templates cannot name
 * these links.
 */
export interface ApprovalLinks {
  approve: string;
  decline: string;
}

/**
 * The email to staff and owner about the same event. Not customisable: it conveys facts rather than
 * tone.
 */
export function staffTemplate(
  key: BookingMail,
  language: string,
  links: ApprovalLinks | null,
  dates: readonly DateLine[] = [],
): TemplateText {
  const t = textsOf(language);
  const { labels } = t;
  const rows = [
    what(t),
    dates.length === 0 ? when(t) : times(t, dates, lineOf),
    isOver(key) ? "" : where(t),
    key === "booking_rescheduled" && dates.length === 0 ? previously(t) : "",
    row(labels.guest, "customer.name"),
    row(labels.email, "customer.email", "customer.email"),
    row(labels.phone, "customer.phone", "customer.phone"),
    row(labels.people, "booking.people", "booking.people"),
    row(labels.addons, "booking.addons", "booking.addons"),
    row(labels.price, "booking.price", "booking.price"),
    key === "booking_refunded"
      ? row(labels.refunded, "payment.refunded_amount", "payment.refunded_amount")
      : "",
    row(labels.cash_owed, "booking.cash_owed", "booking.cash_owed"),
    row(labels.reason, "booking.cancel_reason", "booking.cancel_reason"),
    row(labels.notes, "booking.notes", "booking.notes"),
    answers(t),
    row(labels.reference, "booking.reference"),
  ];
  const { subject, title } = t.staff[key];
  return {
    subject,
    body: [
      `<h1>${title}</h1>`,
      table(rows),
      ...(links === null ? [toDashboard(t)] : decide(t, links)),
    ].join("\n"),
  };
}

const toDashboard = (t: MailTexts) =>
  `<p><a class="button" href="{{ links.dashboard }}">${t.open_dashboard}</a></p>`;

/** One paragraph per link, so that the text part has each URL below its words. */
const decide = (t: MailTexts, { approve, decline }: ApprovalLinks): string[] => [
  `{% if booking.held_until %}<p>${t.decide_until}</p>{% endif %}`,
  `<p><a class="button" href="${approve}">${t.approve}</a></p>`,
  `<p><a class="second button" href="${decline}">${t.decline}</a></p>`,
  `<p><a href="{{ links.dashboard }}">${t.open_dashboard}</a></p>`,
];
