import type { ReactNode } from "react";
import { NewWidgetBooking } from "~/contract/booking-inputs";
import type { CardTerms } from "~/contract/card-on-file";
import type { ScheduleCourse } from "~/contract/course";
import type { ChosenTime } from "./booking-page-times";
import type { WidgetConfig, WidgetSeries } from "~/contract/widget";
import { addressOf, isForAnyone } from "./booking-page-choice";
import type { Choice, BookableService } from "./choice";
import { isOnline } from "~/domain/bookings/read/booking-location";
import { textsOf } from "~/domain/email/texts";
import { depositOf } from "~/domain/quotes/deposit";
import { depositWords } from "~/domain/email/deposit-words";
import { amountFor } from "~/domain/quotes/quote";
import { bookingTime, startOf } from "~/domain/bookings/read/booking-time";
import { localeOf } from "~/i18n/locales";
import { formatMoney } from "~/lib/money";
import { localDateOf } from "~/lib/time";
import { fieldLimits } from "~/ui/form/field-limits";
import { fill, manageTexts } from "~/ui/guest-page/manage-language";
import { type Note, Notice } from "~/ui/guest-page/guest-layout";
import { totalOf } from "./addon-choice";
import { AddonFields, KindFields } from "./addon-fields";
import { mostDates, shownDates } from "./repeat-choice";
import { RepeatFields } from "./repeat-fields";
import { ChosenCourse } from "./course-card";
import { datesAhead, shownStarts } from "./course-choice";
import { type BookFrame, BookLayout, FORM_ID } from "./book-layout";
import { type BookTexts, bookTexts } from "./book-language";
import { factsOf } from "./book-words";
import type { Typed } from "./booking-form";
import { Field, Problem, QuestionField } from "~/ui/guest-page/fields";
import { ChannelChoice, PersonFields, TextRemindersTick } from "./person-fields";
import { When } from "~/ui/guest-page/when";
import { addonsAmount, inForm, isVisit, partsOf } from "./visit-parts";
import { PartNames } from "./visit-fields";

const { notes: notesLimits } = fieldLimits(NewWidgetBooking);

interface DetailsProps {
  frame: BookFrame;
  config: WidgetConfig;
  service: BookableService;
  /** The slot to book; null if it was taken. */
  slot: ChosenTime | null;
  time: string;
  typed: Typed;
  note: Note | null;
  /** Terms that the guest agrees to by keeping a card; null: no card is asked for. */
  card: CardTerms | null;
  /** Alternatives to a slot that was taken. */
  alternatives: ChosenTime[];
  /** The dates of a booking that repeats; null: of another one, or not read yet. */
  series: WidgetSeries | null;
  /** The course that is booked in place of a time; null: none. */
  course: ScheduleCourse | null;
}

/** Step 3: the guest's details. Its form books. */
export function Details(props: DetailsProps) {
  const { frame, config, service, slot, time, typed, note, card, alternatives, series, course } =
    props;
  const { steps, terms_url, policy_text } = config;
  const own = config.texts[localeOf(frame.locale)];
  const { locale } = frame;
  const t = bookTexts(locale);
  const form = new URLSearchParams(entriesOf(typed));
  const { choice } = frame;
  const parts = partsOf(choice, service);
  const fields = parts.map((part, index) => inForm(part, index, config));
  const lastWithAddons = fields.findLastIndex(({ addons }) => addons.length > 0);
  const channel = fields.find(({ text_reminders }) => text_reminders !== undefined)?.text_reminders;
  const isRequest = fields.some(({ requires_approval }) => requires_approval);
  const one =
    slot === null
      ? null
      : isVisit(choice)
        ? (slot.price_amount ?? 0) + addonsAmount(form, choice, service, config)
        : totalOf(service, slot, choice.party_size, form);
  // Several dates are booked together.
  const group = course ?? series;
  const amount = group === null ? one : group.price_amount;
  const due = dueWords(frame, service, amount);
  const deposit =
    group === null ? depositOf(service.deposit, amount, slot?.currency ?? service.currency) : null;
  const paysNow = service.requires_payment && !service.requires_approval && Boolean(amount);
  return (
    <BookLayout frame={frame} has_form>
      <form method="post" action={addressOf(frame.choice)} className="fields" id={FORM_ID}>
        <Notice note={note} />
        {alternatives.length > 0 && (
          <Alternatives frame={frame} service={service} alternatives={alternatives} />
        )}
        {course === null ? (
          <Chosen frame={frame} service={service} slot={slot} time={time} />
        ) : (
          <ChosenCourse frame={frame} course={course} />
        )}
        <h2>{own?.details_heading ?? t.details}</h2>
        {!isVisit(choice) && (
          <KindFields
            service={service}
            slot={slot}
            dates={course === null ? 1 : datesAhead(course).length}
            choice={frame.choice}
            typed={typed}
            total={
              course !== null || (series === null && service.addons.length === 0) ? amount : null
            }
            locale={locale}
          />
        )}
        {course === null && (
          <>
            {fields.map((each, index) => (
              <AddonFields
                key={each.id}
                service={each}
                of={isVisit(choice) ? each.name : null}
                typed={typed}
                total={series === null && index === lastWithAddons ? amount : null}
                locale={locale}
              />
            ))}
            <RepeatFields
              most={mostDates(frame.choice, service)}
              form={form}
              series={series}
              locale={locale}
            />
          </>
        )}
        <PersonFields config={config} typed={typed} t={t} hint={t.email_hint} />
        {fields
          .flatMap(({ questions }) => questions)
          .map((question) => (
            <QuestionField key={question.id} question={question} typed={typed} t={t} />
          ))}
        {steps.notes !== "off" && (
          <Field
            name="notes"
            value={typed.values["notes"]?.[0] ?? ""}
            problem={typed.problems["notes"]}
            t={t}
            label={t.notes}
            isLong
            {...notesLimits}
            required={steps.notes === "required"}
          />
        )}
        {channel !== undefined && (
          <TextRemindersTick channel={channel} typed={typed} locale={locale} />
        )}
        <ChannelChoice config={config} typed={typed} t={t} />
        <Honeypot />
        <HiddenFields
          values={{
            attempt: typed.attempt,
            verification_token: typed.verification_token,
            expected_amount: slot === null && group === null ? null : String(amount ?? 0),
            expected_deposit_amount: slot === null ? null : String(deposit ?? 0),
            shown_dates:
              course !== null ? shownStarts(course) : series === null ? null : shownDates(series),
          }}
        />
        {policy_text !== null && <p className="muted small">{policy_text}</p>}
        {terms_url !== null && <Terms url={terms_url} typed={typed} t={t} />}
        {card !== null && <CardTick card={card} typed={typed} />}
        {deposit !== null && deposit !== amount && (
          <p>
            <b>
              {depositWords(
                { now: deposit, total: amount ?? 0, currency: service.currency ?? "EUR" },
                { is_request: service.requires_approval, is_online: isOnline(service.location) },
                locale,
              )}
            </b>
          </p>
        )}
        <div className="actions">
          <button className="button main" type="submit" name="intent" value="book">
            {paysNow
              ? fill(manageTexts(locale).pay_amount, {
                  amount: moneyOf(service, deposit ?? amount, locale),
                })
              : isRequest
                ? course !== null
                  ? t.request_course
                  : series === null
                    ? (own?.submit ?? t.request)
                    : t.request_dates
                : [
                    course !== null
                      ? t.book_course
                      : series === null
                        ? (own?.submit ?? t.book)
                        : t.book_dates,
                    due,
                  ]
                    .filter(Boolean)
                    .join(" · ")}
          </button>
          {paysNow && config.payment === "optional" && (
            <button className="button" type="submit" name="pay_later" value="yes">
              {[t.book, due].filter(Boolean).join(" · ")}
            </button>
          )}
        </div>
        {paysNow && <p className="muted small">{t.pay_hint}</p>}
        {card !== null && !paysNow && (
          <p className="muted small">{manageTexts(locale).card_note}</p>
        )}
        {isRequest && <p className="muted small">{t.request_hint}</p>}
      </form>
    </BookLayout>
  );
}

const entriesOf = ({ values }: Typed): [string, string][] =>
  Object.entries(values).flatMap(([name, all]) =>
    all.map((value): [string, string] => [name, value]),
  );

/** Acceptance of the company's terms, required before booking. */
function Terms({ url, typed, t }: { url: string; typed: Typed; t: BookTexts }) {
  const [before, after = ""] = t.agree.split("{{terms}}");
  const problem = typed.problems["terms"];
  return (
    <div>
      <label className="tick">
        <input
          type="checkbox"
          name="terms"
          value="yes"
          required
          defaultChecked={"terms" in typed.values}
          aria-describedby={problem === undefined ? undefined : "terms-problem"}
        />
        <span>
          {before}
          <a href={url} target="_blank" rel="noreferrer">
            {t.terms}
          </a>
          {after}
        </span>
      </label>
      <Problem name="terms" text={problem} />
    </div>
  );
}

/** The exact terms of the card, required before booking. */
function CardTick({ card, typed }: { card: CardTerms; typed: Typed }) {
  const problem = typed.problems["card_terms"];
  return (
    <div>
      <label className="tick">
        <input
          type="checkbox"
          name="card_terms"
          value="yes"
          required
          aria-describedby={problem === undefined ? undefined : "card_terms-problem"}
        />
        <span>{card.text}</span>
      </label>
      <HiddenFields
        values={{
          late_cancellation_amount: String(card.late_cancellation_amount ?? ""),
          no_show_amount: String(card.no_show_amount ?? ""),
        }}
      />
      <Problem name="card_terms" text={problem} />
    </div>
  );
}

/** A hidden field that people leave empty and bots fill in. */
export function Honeypot() {
  return (
    <div className="absolute -start-[100vw] size-px overflow-hidden" aria-hidden="true">
      <label>
        Website
        <input name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}

export function HiddenFields({ values }: { values: Record<string, string | null> }) {
  return (
    <>
      {Object.entries(values).map(
        ([name, value]) =>
          value !== null && <input key={name} type="hidden" name={name} value={value} />,
      )}
    </>
  );
}

function Alternatives({
  frame,
  service,
  alternatives,
}: {
  frame: BookFrame;
  service: BookableService;
  alternatives: ChosenTime[];
}) {
  const { locale, choice } = frame;
  const { time_zone } = service;
  return (
    <div className="note bad" role="alert">
      {bookTexts(locale).error_taken_others}
      <ul className="plain flex flex-wrap gap-2 mt-3">
        {alternatives.map((slot) => (
          <li key={slot.id ?? slot.starts_at}>
            <button
              className="button"
              type="submit"
              name="intent"
              value="book"
              formAction={addressOf(choice, addressFor(choice, slot, time_zone))}
            >
              {startOf(new Date(slot.starts_at), { locale, time_zone })}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

const addressFor = (choice: Choice, slot: ChosenTime, zone: string) => ({
  date: localDateOf(new Date(slot.starts_at).getTime(), zone),
  time: slot.starts_at,
  ...(choice.resource !== null && slot.resource_id !== undefined && { resource: slot.resource_id }),
});

const moneyOf = ({ currency }: BookableService, amount: number | null, locale: string) =>
  formatMoney(amount ?? 0, currency ?? "EUR", locale);

/** How a booking without a checkout is paid: free, on site, or the price alone. */
function dueWords(
  { locale, tenant }: BookFrame,
  service: BookableService,
  amount: number | null,
): string | null {
  if (amount === null) return null;
  if (amount === 0) return textsOf(locale).free;
  return isOnline(service.location)
    ? moneyOf(service, amount, locale)
    : fill(manageTexts(locale).pay_on_site, { tenant: tenant.name });
}

/** Price of the party. */
const amountOf = (
  { price_amount, currency }: Pick<ChosenTime, "price_amount" | "currency">,
  party: number,
) => amountFor({ amount: price_amount, seats: 1, currency }, party);

const minutesOf = ({ starts_at, ends_at }: ChosenTime) =>
  (Date.parse(ends_at) - Date.parse(starts_at)) / 60_000;

/** The length of the visit, as far as it is known without its times. */
const minutesOfParts = (choice: Choice, service: BookableService): number =>
  partsOf(choice, service).reduce(
    (sum, part) => sum + (part.length ?? part.service.duration_minutes),
    0,
  );

/** The time to book or wait for, the party's total, and a link back. */
export function Chosen({
  frame,
  service,
  slot,
  time,
}: Pick<DetailsProps, "frame" | "service" | "slot" | "time">): ReactNode {
  const { locale, choice } = frame;
  const { time_zone } = service;
  const { people } = manageTexts(locale);
  const known = isVisit(choice) ? null : service.price_amount;
  const price_amount = slot === null ? known : slot.price_amount;
  const currency = slot?.currency ?? service.currency;
  const resource = choice.resources.find(({ id }) => id === slot?.resource_id);
  const minutes = slot === null ? minutesOfParts(choice, service) : minutesOf(slot);
  // Without a preference, the resource is assigned when booking.
  const isNamed = choice.resources.length > 1 && !isForAnyone(choice, service);
  // With kinds of people the form has their numbers and their price.
  const hasForm = service.person_kinds.length > 0 && !choice.waits;
  // The guest's zone is unknown without a script.
  const zones = { lead: time_zone, other: null };
  const starts = new Date(time);
  const ends = new Date(starts.getTime() + minutes * 60_000);
  const at = bookingTime(starts, ends, zones, locale);
  const what = [service.name, isNamed ? resource?.name : null].filter(Boolean).join(" · ");
  return (
    <div className="chosen">
      <p>
        {isVisit(choice) ? (
          <PartNames frame={frame} service={service} />
        ) : (
          <>
            <b>{what}</b>
            <br />
          </>
        )}
        <When text={at.when} />
        <br />
        <span className="muted">
          {factsOf(
            minutes,
            hasForm ? null : amountOf({ price_amount, currency }, choice.party_size),
            currency,
            locale,
          )}
          {choice.party_size > 1 && !hasForm && ` · ${people}: ${choice.party_size}`}
          {" · "}
          {at.zone}
        </span>
      </p>
      <a href={addressOf(choice, { time: null })}>{bookTexts(locale).change}</a>
    </div>
  );
}

interface CodeProps {
  frame: BookFrame;
  service: BookableService;
  time: string;
  /** All fields of the previous form. */
  typed: Typed;
  form: [string, string][];
  verification: { id: string; destination: string };
  note: Note | null;
}

/** Verification step: enter the code sent to the guest's contact. */
export function CodeEntry({ frame, service, time, typed, form, verification, note }: CodeProps) {
  const t = bookTexts(frame.locale);
  const [before, after = ""] = t.code_sent.split("{{destination}}");
  return (
    <BookLayout frame={frame} has_form>
      <Notice note={note} />
      <Chosen frame={frame} service={service} slot={null} time={time} />
      <h2>{t.code_title}</h2>
      <p>
        {before}
        <bdi>{verification.destination}</bdi>
        {after}
      </p>
      <form method="post" className="fields" id={FORM_ID}>
        <Field
          name="code"
          label={t.code}
          value=""
          problem={typed.problems["code"]}
          t={t}
          required
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={6}
        />
        {form.map(([name, value], index) => (
          <input key={index} type="hidden" name={name} value={value} />
        ))}
        <HiddenFields values={{ verification_id: verification.id, attempt: typed.attempt }} />
        <div className="actions">
          <button className="button main" type="submit" name="intent" value="confirm">
            {t.confirm}
          </button>
          <button className="button" type="submit" name="intent" value="resend" formNoValidate>
            {t.resend}
          </button>
          <button className="button" type="submit" name="intent" value="back" formNoValidate>
            {t.back}
          </button>
        </div>
      </form>
    </BookLayout>
  );
}
