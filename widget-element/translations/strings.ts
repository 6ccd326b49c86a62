/**
 * All texts of the element. Plain data, so each language is one small lazy file. `{name}` is a
 * placeholder; `Plural` has one text per plural form.
 */
export interface FirstStrings {
  /** Accessible name of the region. */
  region: string;
  open: string;
  progress: string;
  back: string;
  loading: string;
  retry: string;

  what_heading: string;
  which_heading: string;
  no_preference: string;
  anyone: string;
  free: string;
  price_from: string;
  seats: Plural;
  party_size: string;
  people: Plural;
  cancel_free: string;

  day_heading: string;
  day_label: Plural;
  day_label_none: string;
  day_label_full: string;
  month_previous: string;
  month_next: string;

  morning: string;
  afternoon: string;
  evening: string;
  places_left: Plural;
  zone_label: string;
  two_zones: string;

  problem_unreachable: string;
  problem_setup: string;
}

/** Texts for interactions and errors. */
export interface InteractionStrings {
  wait_for: string;
  full_heading: string;
  close: string;
  retry_wait: Plural;
  month_shown: Plural;
  month_empty: string;
  month_jump: string;
  date_missed: string;
  time_none: string;
  problem_busy: string;
  problem_failed: string;
  problem_refused: string;
}

/** Texts for services with more than a name. */
export interface ServicesStrings {
  length_heading: string;
  other_services: string;
  about: string;
  place_here: string;
  place_phone: string;
  place_video: string;
  link_closed: string;
}

export interface DetailsStrings {
  heading_details: string;
  time_chosen: string;
  name: string;
  email: string;
  email_hint: string;
  phone: string;
  phone_hint: string;
  notes: string;
  optional: string;
  choose_answer: string;
  terms: string;
  terms_link: string;
  pay_now: string;
  pay_there: string;
  pay_choice: string;
  test_mode: string;
  submit: string;
  submit_approval: string;
  submit_payment: string;
  submit_waitlist: string;
  submit_sending: string;

  held_for: string;
  held_soon: string;
  held_over: string;
  held_not: string;

  waitlist_heading: string;
  waitlist_text: string;

  error_required: string;
  error_name: string;
  error_email: string;
  error_phone: string;
  error_number: string;
  error_date: string;
  error_url: string;
  error_consent: string;
  error_invalid: string;
  error_optional: string;
  error_summary: Plural;

  taken: string;
  taken_alternatives: string;
  taken_none: string;
  choose_time: string;
  too_late: string;
  price_changed: string;
  price_accept: string;
  already_waiting: string;
  limit_reached: string;

  verify_channel: string;
  verify_email: string;
  verify_sms: string;

  heading_done: string;
  done_heading_approval: string;
  done_heading_waiting: string;
  text_done: string;
  done_text_plain: string;
  done_text_paid: string;
  done_text_approval: string;
  done_text_unpaid: string;
  done_text_waiting: string;
  place_in_line: string;
  reference: string;
  add_calendar: string;
  calendar_file: string;
  go_on: string;
  manage: string;
  again: string;
}

/** Texts of the verification step. */
export interface VerifyStrings {
  error_code: string;
  verify_heading: string;
  verify_text: string;
  code: string;
  code_hint: string;
  code_sent: string;
  code_submit: string;
  code_again: string;
  code_again_wait: Plural;
  code_wrong: string;
  code_other: string;
}

/** Texts of the payment step. */
export interface PayStrings {
  pay_heading: string;
  pay_text: string;
  pay_until: string;
  pay_back: string;
  pay_checking: string;
  pay_slow: string;
  pay_failed: string;
  pay_expired: string;
  pay_cancelled: string;
  pay_refund: string;
  pay_heading_other: string;
  pay: string;
}

export type Strings = FirstStrings &
  InteractionStrings &
  ServicesStrings &
  DetailsStrings &
  VerifyStrings &
  PayStrings;

/** A text per plural form (Unicode CLDR, through `Intl.PluralRules`); `other` is the fallback. */
export type Plural = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/** Inserts values into a text; missing values become empty. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));

/** Inserts values into the plural form for `count`. */
export function fillPlural(
  plural: Plural,
  count: number,
  locale: string,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const form = plural[new Intl.PluralRules(locale).select(count)] ?? plural.other;
  return fill(form, { ...values, count: new Intl.NumberFormat(locale).format(count) });
}
