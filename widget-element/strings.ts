/**
 * Every text of the element. Plain data, so that a language is one small file that loads later and a widget
 * configuration can override any text by its key. `{name}` marks a place to fill; `Plural` has a text per plural form.
 */
export interface Strings {
  /** Name of the whole region, for assistive technology. */
  region: string;
  progress: string;
  back: string;
  loading: string;
  retry: string;
  retry_wait: Plural;

  what_heading: string;
  which_heading: string;
  no_preference: string;
  free: string;
  seats: Plural;

  day_heading: string;
  day_label: Plural;
  day_label_none: string;
  month_previous: string;
  month_next: string;
  month_shown: Plural;
  month_empty: string;
  month_jump: string;

  time_none: string;
  morning: string;
  afternoon: string;
  evening: string;
  places_left: Plural;
  zone_label: string;

  details_heading: string;
  name: string;
  email: string;
  email_hint: string;
  phone: string;
  notes: string;
  party_size: string;
  party_size_hint: string;
  optional: string;
  choose_answer: string;
  terms: string;
  terms_link: string;
  submit: string;
  submit_approval: string;
  submit_payment: string;
  submit_sending: string;

  error_required: string;
  error_email: string;
  error_party_size: string;
  error_summary: Plural;

  problem_unreachable: string;
  problem_busy: string;
  problem_failed: string;
  problem_setup: string;
  problem_refused: string;
  taken: string;
  taken_alternatives: string;
  choose_time: string;

  done_heading: string;
  done_heading_approval: string;
  done_heading_payment: string;
  done_text: string;
  done_text_approval: string;
  done_text_payment: string;
  reference: string;
  pay: string;
  manage: string;
  again: string;
}

/** A text for each plural form of a language (Unicode CLDR, by `Intl.PluralRules`); `other` is used for the rest. */
export type Plural = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

export const en: Strings = {
  region: "Book with {tenant}",
  progress: "Step {step} of {total}",
  back: "Back",
  loading: "Loading times…",
  retry: "Try again",
  retry_wait: { one: "Try again in {count} second", other: "Try again in {count} seconds" },

  what_heading: "What would you like to book?",
  which_heading: "Do you have a preference?",
  no_preference: "No preference",
  free: "Free",
  seats: { one: "{count} person", other: "Up to {count} people" },

  day_heading: "Choose a day",
  day_label: { one: "{date}, {count} time", other: "{date}, {count} times" },
  day_label_none: "{date}, no times",
  month_previous: "Previous month",
  month_next: "Next month",
  month_shown: { one: "{month}, {count} day with times", other: "{month}, {count} days with times" },
  month_empty: "No times in {month}.",
  month_jump: "Next free time: {date}",

  time_none: "No times left on this day. Please choose another day.",
  morning: "Morning",
  afternoon: "Afternoon",
  evening: "Evening",
  places_left: { one: "{count} place left", other: "{count} places left" },
  zone_label: "Time zone",

  details_heading: "Your details",
  name: "Name",
  email: "E-mail",
  email_hint: "Your confirmation goes to this address.",
  phone: "Phone",
  notes: "Anything we should know?",
  party_size: "Number of people",
  party_size_hint: "At most {count} at this time.",
  optional: "optional",
  choose_answer: "Please choose",
  terms: "By booking you agree to the {link}.",
  terms_link: "terms",
  submit: "Confirm booking",
  submit_approval: "Request booking",
  submit_payment: "Continue to payment",
  submit_sending: "Sending…",

  error_required: "Please fill this in.",
  error_email: "Please enter an e-mail address, like name@example.com.",
  error_party_size: "Please enter a number from 1 to {count}.",
  error_summary: { one: "Please correct one field.", other: "Please correct {count} fields." },

  problem_unreachable: "We could not reach the booking service. Please check your connection.",
  problem_busy: "It is very busy right now. Please wait a moment.",
  problem_failed: "Something went wrong on our side. Nothing you typed is lost.",
  problem_setup: "Online booking is not available here at the moment.",
  problem_refused: "This cannot be booked as asked.",
  taken: "Sorry, someone just booked {time}. Nothing you typed is lost.",
  taken_alternatives: "These times are free:",
  choose_time: "Choose another time",

  done_heading: "You’re booked",
  done_heading_approval: "Request sent",
  done_heading_payment: "One step left",
  done_text: "We sent a confirmation to {email}.",
  done_text_approval: "You will hear from us at {email} as soon as it is approved.",
  done_text_payment: "Your time is held for you. Pay now to make it final.",
  reference: "Reference",
  pay: "Pay now",
  manage: "View or change booking",
  again: "Make another booking",
};

/** The strings of a language with a configuration's own texts over them. Unknown keys and plural texts stay as they are. */
export function withTexts(strings: Strings, texts: Readonly<Record<string, string>>): Strings {
  const own = Object.entries(texts).filter(([key, text]) => text && typeof strings[key as keyof Strings] === "string");
  return { ...strings, ...Object.fromEntries(own) };
}

/** A text with its places filled; a place without a value stays empty. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));

/** The form of a plural text that fits `count`, filled. */
export function fillPlural(
  plural: Plural,
  count: number,
  locale: string,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const form = plural[new Intl.PluralRules(locale).select(count)] ?? plural.other;
  return fill(form, { ...values, count: new Intl.NumberFormat(locale).format(count) });
}
