import type { Schedule } from "~/contract/schedules";
import type { ServiceOutcome } from "~/domain/services/service-outcome";
import { weekLines } from "~/ui/services/hours-text";
import { writeOverrides } from "~/ui/services/override-lines";
import { noticeOf } from "~/ui/services/service-forms";
import { type FormTab, lengthWords, priceWords } from "~/ui/services/service-view";

/** What was done by a form of a service. */
export function savedWords({ moved, cancelled, told, refused }: Extract<ServiceOutcome, { kind: "saved" }>): string {
  const done = [moved > 0 && `${moved} moved`, cancelled > 0 && `${cancelled} cancelled`].filter(Boolean).join(", ");
  const mail =
    told === 0
      ? "No guest gets an email."
      : told === moved + cancelled
        ? "The guests get an email."
        : `${told} of ${moved + cancelled} guests get an email.`;
  return ["Saved.", done !== "" && `${done}. ${mail}`, ...refused].filter(Boolean).join(" ");
}

interface Fact {
  label: string;
  text: string;
}

const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** A part of a service as people read it who do not change it. */
export function partFacts(
  tab: FormTab,
  schedule: Schedule,
  resources: readonly { id: string; name: string }[],
  locale: string,
): Fact[] {
  if (tab === "hours") return hoursFacts(schedule);
  if (tab === "rules") return rulesFacts(schedule);
  if (tab === "questions") return schedule.questions.map(({ label, hint }) => ({ label, text: hint ?? "" }));
  const names = resources.filter(({ id }) => schedule.resource_ids.includes(id)).map(({ name }) => name);
  return [
    { label: "Length", text: lengthWords(schedule.duration_minutes) },
    { label: "Price", text: priceWords(schedule, locale) },
    { label: "With", text: names.join(", ") },
    { label: "Booked", text: schedule.requires_approval ? "After your approval" : "At once" },
    { label: "Paid", text: schedule.requires_payment ? "Online, when booking" : "In your own way" },
  ];
}

function hoursFacts(schedule: Schedule): Fact[] {
  const lines = weekLines(schedule.rules);
  const days = DAYS.map((label, index) => ({ label, text: lines[index] || "Closed" }));
  const week = [...days, { label: "Time zone", text: schedule.time_zone }];
  return schedule.overrides.length === 0
    ? week
    : [...week, { label: "Dates that differ", text: writeOverrides(schedule.overrides) }];
}

function rulesFacts({ min_notice_minutes, max_advance_days, max_per_day, valid_from, valid_to }: Schedule): Fact[] {
  const { notice, notice_unit } = noticeOf(min_notice_minutes);
  return [
    { label: "Guests book", text: `From ${notice} ${notice_unit} to ${max_advance_days} days ahead` },
    { label: "A day", text: max_per_day === null ? "Any number" : `At most ${max_per_day} with each resource` },
    { label: "Offered", text: `${valid_from ?? "Always"}${valid_to === null ? "" : ` to ${valid_to}`}` },
  ];
}
