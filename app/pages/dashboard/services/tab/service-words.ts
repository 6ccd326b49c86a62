import type { Schedule } from "~/contract/schedules";
import type { ServiceOutcome } from "~/domain/services/service-outcome";
import { formatMoney } from "~/lib/money";
import { plural, t } from "~/i18n/text";
import { type Fact, hoursFacts, validWords } from "~/ui/hours/hours-words";
import { noticeOf } from "~/ui/services/service-forms";
import { lengthWords } from "~/ui/services/length-words";
import { type FormTab, priceWords } from "~/ui/services/service-view";

/** Message after saving a service form. */
export function savedWords(saved: Extract<ServiceOutcome, { kind: "saved" }>): string {
  const { moved, cancelled, refused } = saved;
  const done = moved + cancelled === 0 ? [] : [changesWords(moved, cancelled), mailWords(saved)];
  return [t("Saved."), ...done, ...refused].join(" ");
}

function changesWords(moved: number, cancelled: number): string {
  if (cancelled === 0) return t("{{count}} moved.", { count: moved });
  if (moved === 0) return t("{{count}} cancelled.", { count: cancelled });
  return t("{{moved}} moved, {{cancelled}} cancelled.", { moved, cancelled });
}

function mailWords({
  emailed,
  moved,
  cancelled,
}: Extract<ServiceOutcome, { kind: "saved" }>): string {
  if (emailed === 0) return t("No guest is emailed.");
  if (emailed === moved + cancelled) return t("Guests are emailed.");
  return t("{{told}} of {{all}} guests are emailed.", { told: emailed, all: moved + cancelled });
}

/** Read-only summary of a service page. */
export function partFacts(
  tab: FormTab,
  schedule: Schedule,
  resources: readonly { id: string; name: string }[],
  locale: string,
): Fact[] {
  switch (tab) {
    case "hours":
      return hoursFacts(schedule);
    case "rules":
      return rulesFacts(schedule);
    case "questions":
      return schedule.questions.map(({ label, hint }) => ({ label, text: hint ?? "" }));
    case "who": {
      const given = resources.filter(({ id }) => schedule.resource_ids.includes(id));
      return [{ label: t("Team and rooms"), text: given.map(({ name }) => name).join(", ") }];
    }
    case "price":
      return priceFacts(schedule, locale);
    case "offer":
      return [
        { label: t("Description"), text: schedule.description ?? "" },
        { label: t("Category"), text: schedule.category ?? t("None") },
        { label: t("Private"), text: schedule.private ? t("Yes") : t("No") },
      ];
  }
}

function priceFacts(schedule: Schedule, locale: string): Fact[] {
  const { currency, length_options, person_kinds, addons, requires_approval, processing } =
    schedule;
  return [
    { label: t("Duration"), text: lengthWords(schedule.duration_minutes) },
    { label: t("Price"), text: priceWords(schedule, locale) },
    ...length_options.map(({ minutes, price_amount }) => ({
      label: lengthWords(minutes),
      text: priceWords({ price_amount, currency }, locale),
    })),
    ...(processing === null
      ? []
      : [
          {
            label: t("Processing time"),
            text: t("{{length}}, after {{start}}", {
              length: lengthWords(processing.minutes),
              start: lengthWords(processing.after_minutes),
            }),
          },
        ]),
    ...person_kinds.map(({ name, price_amount, takes_seat }) => ({
      label: name,
      text: [
        price_amount === 0
          ? t("Free", { context: "price" })
          : priceWords({ price_amount: price_amount ?? schedule.price_amount, currency }, locale),
        ...(takes_seat ? [] : [t("Needs no seat")]),
      ].join(" · "),
    })),
    ...addons.map(({ name, price_amount, extra_minutes }) => ({
      label: name,
      text: [
        ...(extra_minutes > 0 ? [`+ ${lengthWords(extra_minutes)}`] : []),
        price_amount === 0
          ? t("Free", { context: "price" })
          : priceWords({ price_amount, currency }, locale),
      ].join(" · "),
    })),
    { label: t("Approval"), text: requires_approval ? t("By hand") : t("Automatic") },
    { label: t("Payment"), text: paymentFact(schedule, locale) },
  ];
}

function paymentFact({ requires_payment, deposit, currency }: Schedule, locale: string): string {
  if (!requires_payment) return t("On site");
  if (deposit === null) return t("Online, when booking");
  const amount =
    "percent" in deposit
      ? `${deposit.percent} %`
      : formatMoney(deposit.amount, currency ?? "EUR", locale);
  return t("Deposit of {{amount}}, online when booking", { amount });
}

const repeatWords = (most: number | null): string =>
  most === null ? t("Off") : plural(most, "Up to {{count}} date", "Up to {{count}} dates");

function rulesFacts(schedule: Schedule): Fact[] {
  const { min_notice_minutes, max_advance_days, valid_from, valid_to } = schedule;
  const limit = (most: number | null) => (most === null ? t("No limit") : String(most));
  const { notice, notice_unit } = noticeOf(min_notice_minutes);
  const noticeWords = {
    minutes: plural(notice, "{{count}} minute", "{{count}} minutes"),
    hours: plural(notice, "{{count}} hour", "{{count}} hours"),
    days: plural(notice, "{{count}} day", "{{count}} days"),
  };
  return [
    { label: t("Minimum notice"), text: noticeWords[notice_unit] },
    {
      label: t("Booking window"),
      text: plural(max_advance_days, "{{count}} day", "{{count}} days"),
    },
    { label: t("Maximum group size"), text: limit(schedule.max_party_size) },
    { label: t("Daily limit per resource"), text: limit(schedule.max_per_day) },
    { label: t("Weekly repeats"), text: repeatWords(schedule.max_repeat_dates) },
    { label: t("Offered"), text: validWords(valid_from, valid_to) },
  ];
}
