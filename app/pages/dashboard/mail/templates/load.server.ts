import { type BookingMail, type TemplateKey, templateKeys } from "~/contract/email";
import { getPreferences } from "~/domain/email/preferences.server";
import { listOwnLanguages } from "~/domain/email/template-text.server";
import { exampleSubjects } from "~/domain/email/try-template.server";
import { unwrittenLanguages } from "~/domain/email/unwritten-languages";
import type { UserActor } from "~/domain/identity/actor";
import { languageWords, mailWords } from "../mail-words";
import { momentWords } from "./moment-words";

/** Emails a guest receives from booking to refund, in order. */
const CHAIN: readonly BookingMail[] = [
  "booking_created",
  "booking_confirmed",
  "booking_reminder",
  "booking_rescheduled",
  "booking_cancelled",
  "booking_refunded",
];

/** Booking emails in order, then the others. */
export async function loadTemplates(actor: UserActor) {
  const [own, preferences, subjects] = await Promise.all([
    listOwnLanguages(actor),
    getPreferences(actor),
    exampleSubjects(actor, CHAIN),
  ]);
  const linesOf = (key: TemplateKey) => ({
    key,
    ...mailWords(key),
    own: (own[key] ?? []).map(languageWords),
    unwritten: unwrittenLanguages(key, own, actor.tenant.locale).map(({ locale }) =>
      languageWords(locale),
    ),
  });
  const reminders = actor.tenant.policy.reminders_minutes_before;
  const chain = CHAIN.map((key, index) => ({
    ...linesOf(key),
    moment: momentWords(key, reminders),
    subject: subjects[index]!, // one per template
    is_on: preferences[key]!.customer && (key !== "booking_reminder" || reminders.length > 0),
  }));
  const others = templateKeys.filter((key) => !CHAIN.some((one) => one === key));
  return {
    chain,
    others: others.map(linesOf),
    language: languageWords(actor.tenant.locale),
  };
}
export type ChainStep = Awaited<ReturnType<typeof loadTemplates>>["chain"][number];
