import { z } from "zod";
import { ExpectedFees } from "./card-on-file";
import { LinkToken } from "./booking-links";
import { BookingStatus } from "./bookings";
import { GroupScope, IfTaken, MoveIfTaken } from "./booking-series";
import {
  Amount,
  areUnique,
  Email,
  fitsIn,
  Id,
  InstantInput,
  LocalDate,
  Locale,
  Meta,
  Name,
  Phone,
  SeenVersion,
  text,
  TimeZone,
  webAddress,
} from "./common";
import {
  ANYONE,
  ChosenAddons,
  ChosenLength,
  ChosenParty,
  ConfigId,
  ExpectedAmount,
  ExpectedDeposit,
  isForAnyone,
  OfflineMethod,
  PartySeats,
  ResourceOrAny,
  SAME,
  ScheduleId,
} from "./fields";
import { MAX_GUEST_DATES, MAX_NEEDS, MAX_SERIES_DATES, MAX_VISIT_PARTS } from "./limits";

// Input for creating, changing and moving bookings.

export const Answer = z
  .strictObject({
    question_id: text(40, 1).describe("ID of the question."),
    value: z
      .union([text(4000), z.boolean(), z.array(text(200)).max(50)])
      .describe("The answer: text, true or false, or a list of options."),
  })
  .describe("An answer to one question.");
export const CustomerInput = z
  .strictObject({
    name: Name.describe("Full name of the guest."),
    email: Email.describe("Email address of the guest."),
    phone: Phone.nullish().describe(
      "Phone number of the guest with its country code, e.g. +31 6 12345678.",
    ),
    locale: Locale.nullish().describe(
      "Language of the guest's emails as a BCP 47 tag, e.g. en or pt-BR.",
    ),
    time_zone: TimeZone.nullish().describe("IANA time zone of the guest, e.g. Europe/Amsterdam."),
  })
  .describe("The guest of a booking.");
export type CustomerInput = z.output<typeof CustomerInput>;
/** A guest entered by staff: a caller on the phone may have no email address. */
export const DeskCustomer = CustomerInput.extend({
  email: Email.nullish().describe(
    "Email address of the guest; without one the guest gets no emails and a customer record of their own.",
  ),
}).describe("The guest of a booking, as staff enter one; an email address is optional.");
export type DeskCustomer = z.output<typeof DeskCustomer>;

/**
 * The requested time: a slot id; or a resource and a start (with a schedule if several offer that
 * start); or any resource of a schedule at a start, in which case a slot id is the one that was
 * displayed.
 */
const target = {
  slot_id: Id.optional().describe(
    "ID of the slot to book; otherwise give `resource_id` and `starts_at`. With `resource_id` any: the slot that was shown, and nobody who costs more is booked.",
  ),
  resource_id: ResourceOrAny.optional().describe(
    "ID of the resource to book, together with `starts_at`; or `any` for any of the schedule's, with `schedule_id` and `starts_at`.",
  ),
  starts_at: InstantInput.optional().describe(
    "Start of the booking, RFC 3339 with any offset, e.g. 2026-11-20T09:00:00Z.",
  ),
  schedule_id: Id.optional().describe("ID of the schedule, where several offer the same start."),
};
interface Target {
  slot_id?: string;
  resource_id?: string;
  schedule_id?: string;
  starts_at?: Date;
}
const namesTarget = (body: Target) =>
  isForAnyone(body) ||
  body.slot_id !== undefined ||
  (body.resource_id !== undefined && body.starts_at !== undefined);
export const targetMissing = {
  error: "Name a slot_id, or a resource_id with starts_at.",
  path: ["slot_id"],
};
/** Whether a request for any resource names schedule and start. */
export const namesAnyone = (body: Target): boolean =>
  !isForAnyone(body) || (body.schedule_id !== undefined && body.starts_at !== undefined);
export const anyoneOfWhat = {
  error: `With resource_id ${ANYONE}, name a schedule_id and starts_at.`,
  path: ["resource_id"],
};

const Answers = z
  .array(Answer)
  .max(40)
  .refine(fitsIn(16_384), { error: "At most 16 KB in all." })
  .refine((answers) => areUnique(answers.map(({ question_id }) => question_id)), {
    error: "Answer each question once.",
  });
const details = {
  length_minutes: ChosenLength,
  addons: ChosenAddons.default([]),
  party_size: PartySeats,
  party: ChosenParty.optional(),
  expected_amount: ExpectedAmount,
  expected_deposit_amount: ExpectedDeposit,
  customer: CustomerInput,
  notes: text(4000).nullish().describe("Notes for staff, at most 4,000 characters."),
  text_reminders: z
    .boolean()
    .default(false)
    .describe(
      "Whether the guest has agreed to reminders by SMS or WhatsApp, which need a phone number with its country code; stored with time and wording. Ignored where the schedule sends none.",
    ),
  answers: Answers.default([]).describe(
    "Answers to the schedule's and the widget configuration's questions.",
  ),
};
const Duration = z.int().min(5).max(1440);
/** A booking that staff or a server makes, without its slot. */
const deskBooking = {
  resource_id: target.resource_id,
  starts_at: target.starts_at,
  schedule_id: target.schedule_id,
  ...details,
  customer: DeskCustomer.optional().describe("The guest; give this or `customer_id`."),
  customer_id: Id.optional().describe(
    "ID of an existing customer, used unchanged; give this or `customer`.",
  ),
  duration_minutes: Duration.optional().describe(
    "Length of a custom time in minutes, 5 to 1440, with `resource_id` and `starts_at`; without it a slot must exist. A custom time that has passed, is too far ahead, on a closed day, outside hours or at a resource without the service needs `override`.",
  ),
  meta: Meta.default({}),
  status: z
    .enum(["pending", "confirmed"])
    .optional()
    .describe("Initial status; confirmed if omitted."),
  price_amount: Amount.optional().describe(
    "Price of the whole booking in minor units instead of the schedule's; needs the role admin and is audited.",
  ),
  override: z
    .boolean()
    .default(false)
    .describe(
      "Whether to book over capacity and outside the booking rules; needs the role admin and is audited.",
    ),
  notify: z
    .boolean()
    .default(true)
    .describe("Whether to email the guest and staff about the booking."),
};
interface NamedGuest {
  customer?: unknown;
  customer_id?: string | undefined;
}
interface DeskBody extends Target, NamedGuest {
  duration_minutes?: number | undefined;
  length_minutes?: number | undefined;
  override: boolean;
}
const isCustomForAnyone = (body: DeskBody) =>
  isForAnyone(body) && (body.duration_minutes !== undefined || body.override);
const customForAnyone = {
  error: "A custom time or one over capacity needs a resource by its ID.",
  path: ["resource_id"],
};
const hasTwoLengths = (body: DeskBody) =>
  body.length_minutes !== undefined && body.duration_minutes !== undefined;
const twoLengths = {
  error: "Give a length that is offered, or that of a custom time (duration_minutes).",
  path: ["length_minutes"],
};
const namesOneGuest = (body: NamedGuest) =>
  (body.customer === undefined) !== (body.customer_id === undefined);
const notOneGuest = {
  error: "Name the guest: a customer, or a customer_id.",
  path: ["customer"],
};
export const NewBooking = z
  .strictObject({ slot_id: target.slot_id, ...deskBooking })
  .refine(namesTarget, targetMissing)
  .refine(namesAnyone, anyoneOfWhat)
  .refine((body) => !isCustomForAnyone(body), customForAnyone)
  .refine((body) => !hasTwoLengths(body), twoLengths)
  .refine(namesOneGuest, notOneGuest)
  .describe("A booking to create: a `slot_id`, or a `resource_id` with `starts_at`.");
export type NewBooking = z.output<typeof NewBooking>;

export const NewBookingSeries = z
  .strictObject({
    ...deskBooking,
    resource_id: ResourceOrAny.describe(
      "ID of the resource to book, or `any` for any of the schedule's, with `schedule_id`.",
    ),
    starts_at: InstantInput.describe(
      "Start of the first date, RFC 3339 with any offset, e.g. 2026-11-20T09:00:00Z; one of the rule's dates.",
    ),
    repeat: z
      .strictObject({
        rrule: text(200, 1).describe(
          "Rule of RFC 5545 for the dates: FREQ=DAILY, WEEKLY with BYDAY, or MONTHLY with BYMONTHDAY or a numbered BYDAY such as 2TU; with INTERVAL, and COUNT or UNTIL, at most 52 dates. The local time stays when clocks change.",
        ),
        if_taken: IfTaken.default("all"),
      })
      .describe("How often the booking repeats, and what happens to dates that are taken."),
    dry_run: z
      .boolean()
      .default(false)
      .describe("Whether to return each date's state without booking anything."),
  })
  .refine(namesAnyone, anyoneOfWhat)
  .refine((body) => !isCustomForAnyone(body), customForAnyone)
  .refine((body) => !hasTwoLengths(body), twoLengths)
  .refine(namesOneGuest, notOneGuest)
  .describe(
    "Bookings to create together: the fields of a booking, whose `expected_amount` and `price_amount` are those of one date, and the rule for its dates.",
  );
export type NewBookingSeries = z.output<typeof NewBookingSeries>;

const visitParts = {
  schedule_id: ScheduleId,
  resource_id: z
    .union([ResourceOrAny, z.literal(SAME)])
    .default(ANYONE)
    .describe(
      "ID of the resource to book; `any` for any of the schedule's, or `same` for that of the part before.",
    ),
  length_minutes: ChosenLength,
  party_size: PartySeats,
  party: ChosenParty.optional(),
};
const followsOther = ([first]: { resource_id: string }[]) => first?.resource_id !== SAME;
const nothingBefore = {
  error: "The first part has no part before it. Name a resource or any.",
  path: [0, "resource_id"],
};
const severalOf = <Part extends z.ZodType<{ resource_id: string }>>(part: Part) =>
  z
    .array(part)
    .min(2)
    .max(MAX_VISIT_PARTS)
    .refine(followsOther, nothingBefore)
    .describe(
      "The services in order, 2 to 4. Each starts when the one before ends; on the same resource the buffers of both lie between.",
    );

export const NewBookingVisit = z
  .strictObject({
    starts_at: InstantInput.describe(
      "Start of the first part, RFC 3339 with any offset, e.g. 2026-11-20T09:00:00Z.",
    ),
    parts: severalOf(
      z.strictObject({
        ...visitParts,
        price_amount: deskBooking.price_amount,
        addons: details.addons,
        answers: details.answers,
      }),
    ),
    expected_amount: ExpectedAmount.describe(
      "Sum of the prices that the guest was shown, in minor units (0 for none); a different sum is refused with 409 `price_changed`.",
    ),
    customer: deskBooking.customer,
    customer_id: deskBooking.customer_id,
    notes: details.notes,
    text_reminders: details.text_reminders,
    meta: deskBooking.meta,
    status: deskBooking.status,
    override: deskBooking.override,
    notify: deskBooking.notify,
    dry_run: z
      .boolean()
      .default(false)
      .describe("Whether to return the bookings as they would be, without booking anything."),
  })
  .refine(
    ({ override, parts }) => !override || parts.every(({ resource_id }) => resource_id !== ANYONE),
    customForAnyone,
  )
  .refine(namesOneGuest, notOneGuest)
  .describe(
    "Bookings of several services to create together, all or none: one after another for one guest.",
  );
export type NewBookingVisit = z.output<typeof NewBookingVisit>;

export const VisitTimesQuery = z
  .strictObject({
    date: LocalDate.describe("The day, YYYY-MM-DD in the tenant's time zone."),
    parts: severalOf(z.strictObject({ ...visitParts, addons: ChosenAddons.optional() })),
  })
  .describe("A day and several services, for the starts at which all of them are free.");
export type VisitTimesQuery = z.output<typeof VisitTimesQuery>;

/** Fields of a visitor's form in addition to the booking. */
const visitor = {
  config_id: ConfigId,
  pay_later: z
    .boolean()
    .default(false)
    .describe("Whether the guest pays on site, where the configuration allows it."),
  terms_accepted: z
    .boolean()
    .default(false)
    .describe(
      "Whether the guest accepts the terms; required if the configuration has a `terms_url`.",
    ),
  verification_token: z
    .string()
    .max(200)
    .optional()
    .describe(
      "Token from confirming the guest's code; required if the configuration asks for verification.",
    ),
  website: z.string().max(2000).optional().describe("Honeypot for bots; leave empty."),
};
const holdToken = z
  .string()
  .max(200)
  .optional()
  .describe(
    "Token of the visitor's hold, exchanged for the booking, which keeps the time, price and terms of the hold; an expired one is ignored.",
  );
export const NewWidgetBooking = z
  .strictObject({
    ...target,
    ...details,
    ...visitor,
    booking_link_token: LinkToken.optional(),
    card_terms: ExpectedFees.optional(),
    hold_token: holdToken,
    return_url: webAddress().optional().describe("URL the guest returns to after paying."),
  })
  .refine(namesTarget, targetMissing)
  .refine(namesAnyone, anyoneOfWhat)
  .describe("A booking that a guest makes: a `slot_id`, or a `resource_id` with `starts_at`.");
export type NewWidgetBooking = z.output<typeof NewWidgetBooking>;

/** A booking that a guest repeats, without the guest. */
const repeated = {
  schedule_id: ScheduleId,
  resource_id: ResourceOrAny.describe(
    "ID of the resource to book on each date, or `any` for any of the schedule's.",
  ),
  starts_at: InstantInput.describe(
    "Start of the first date, RFC 3339 with any offset, e.g. 2026-11-20T09:00:00Z.",
  ),
  length_minutes: details.length_minutes,
  party_size: details.party_size,
  party: details.party,
  addons: details.addons.describe("Add-ons of each date."),
  repeat: z
    .strictObject({
      every_weeks: z
        .int()
        .min(1)
        .max(2)
        .describe("Weeks between two dates, 1 or 2. The local time stays when clocks change."),
      dates: z
        .int()
        .min(2)
        .max(MAX_GUEST_DATES)
        .describe("Number of dates, 2 to the `repeat_dates` of the schedule."),
    })
    .describe("How often the booking repeats."),
  hold_token: holdToken.describe(
    "Token of the visitor's hold of the first date, which keeps the time, price and terms of the hold; an expired one is ignored.",
  ),
};
export const WidgetSeriesQuery = z
  .strictObject({ ...repeated, config_id: ConfigId })
  .describe("A booking and how often to repeat it, for the state of each date.");
export type WidgetSeriesQuery = z.output<typeof WidgetSeriesQuery>;

export const NewWidgetSeries = z
  .strictObject({
    ...details,
    ...visitor,
    ...repeated,
    expected_amount: ExpectedAmount.describe(
      "Sum of the prices of all dates that the guest was shown, in minor units (0 for none); a different sum is refused with 409 `price_changed`.",
    ),
    leave_out: z
      .array(z.int().min(2).max(MAX_GUEST_DATES))
      .max(MAX_GUEST_DATES - 1)
      .default([])
      .describe(
        "Numbers of the dates to leave out, which the guest was shown as taken. All other dates are booked, or none.",
      ),
  })
  .omit({ expected_deposit_amount: true })
  .describe("Bookings that a guest makes together, the same time every week or every two weeks.");
export type NewWidgetSeries = z.output<typeof NewWidgetSeries>;

const widgetParts = severalOf(z.strictObject({ ...visitParts, addons: details.addons }));
export const WidgetVisitTimesQuery = z
  .strictObject({
    from: LocalDate.describe("First day, YYYY-MM-DD."),
    to: LocalDate.describe("Last day, inclusive, at most 31 days with the first."),
    tz: TimeZone.optional().describe("IANA time zone of the days; the tenant's if omitted."),
    parts: widgetParts,
    config_id: ConfigId,
  })
  .describe("Days and several services, for the starts at which all of them are free.");
export type WidgetVisitTimesQuery = z.output<typeof WidgetVisitTimesQuery>;

export const NewWidgetVisit = z
  .strictObject({
    ...details,
    ...visitor,
    starts_at: NewBookingVisit.shape.starts_at,
    parts: severalOf(
      z.strictObject({
        ...visitParts,
        addons: details.addons,
        answers: details.answers.describe("Answers to the questions of this schedule."),
      }),
    ),
    answers: details.answers.describe("Answers to the widget configuration's questions."),
    expected_amount: NewBookingVisit.shape.expected_amount,
  })
  .omit({
    length_minutes: true,
    addons: true,
    party_size: true,
    party: true,
    expected_deposit_amount: true,
  })
  .describe(
    "Several services that a guest books together, all or none: one after another in one visit.",
  );
export type NewWidgetVisit = z.output<typeof NewWidgetVisit>;

const courseDates = {
  schedule_id: ScheduleId.describe("ID of the schedule whose course is booked."),
  starts: z
    .array(InstantInput)
    .min(1)
    .max(MAX_SERIES_DATES)
    .optional()
    .describe(
      "Starts of the dates that the guest was shown; other dates ahead are refused with 409 `version_conflict`.",
    ),
  expected_amount: ExpectedAmount.describe(
    "Sum of the prices of all dates that the guest was shown, in minor units (0 for none); a different sum is refused with 409 `price_changed`.",
  ),
};
export const NewCourseBooking = z
  .strictObject({
    ...courseDates,
    party_size: details.party_size,
    party: details.party,
    customer: deskBooking.customer,
    customer_id: deskBooking.customer_id,
    notes: details.notes,
    answers: details.answers,
    text_reminders: details.text_reminders,
    meta: deskBooking.meta,
    status: deskBooking.status,
    notify: deskBooking.notify,
  })
  .refine(namesOneGuest, notOneGuest)
  .describe("Bookings of all dates of a course that are still ahead.");
export type NewCourseBooking = z.output<typeof NewCourseBooking>;

export const NewWidgetCourse = z
  .strictObject({ ...details, ...visitor, ...courseDates })
  .omit({ expected_deposit_amount: true, length_minutes: true, addons: true })
  .describe("Bookings that a guest makes of all dates of a course that are still ahead.");
export type NewWidgetCourse = z.output<typeof NewWidgetCourse>;

const ServedNeeds = z
  .array(
    z
      .strictObject({
        no: z.int().min(1).max(MAX_NEEDS).describe("Number of the need in the schedule, from 1."),
        resource_id: Id.describe(
          "ID of a resource that can serve it, such as another of its group.",
        ),
      })
      .describe("A need, and what serves it."),
  )
  .min(1)
  .max(MAX_NEEDS)
  .refine((needs) => areUnique(needs.map(({ no }) => no)), { error: "Name each need once." })
  .describe(
    "Other resources for what the booking takes besides its own, such as another room, free at its time or at the new one; needs that are left out keep theirs.",
  );
export type ServedNeeds = z.output<typeof ServedNeeds>;

export const BookingPatch = z
  .strictObject({
    notes: text(4000)
      .nullable()
      .describe("Notes for staff, at most 4,000 characters; null to clear."),
    arrived: z.boolean().describe("Whether the guest has arrived."),
    customer: DeskCustomer.describe("Details of the guest."),
    answers: Answers.describe("Answers to the questions asked, replacing the current ones."),
    meta: Meta,
    text_reminders: z
      .boolean()
      .describe(
        "Whether the guest has agreed to reminders by SMS or WhatsApp: true stores that with time and wording for the booking's phone number, false ends it. True is ignored where the schedule sends none.",
      ),
    party_size: z
      .int()
      .min(1)
      .max(500)
      .describe(
        "Number of seats, 1 to 500; without `party` the people of the first kind that takes a seat become more or fewer.",
      ),
    party: ChosenParty.describe(
      "People by kind, replacing the current ones: of the schedule's kinds, or those that the booking has, at the price they were booked at.",
    ),
    addons: ChosenAddons.describe(
      "Add-ons, replacing the current ones: of the schedule, or those that the booking has, at the price they were booked at.",
    ),
    expected_amount: ExpectedAmount,
    slot_id: Id.describe("ID of the slot to move to."),
    resource_id: Id.describe("ID of the resource to move to."),
    needs: ServedNeeds,
    starts_at: InstantInput.describe(
      "New start, RFC 3339 with any offset, e.g. 2026-11-20T09:00:00Z.",
    ),
    schedule_id: Id.nullable().describe(
      "ID of another schedule, or null for none; the current one if omitted.",
    ),
    duration_minutes: Duration.describe(
      "Length of a custom time in minutes, 5 to 1440; without it a time must be offered at the start. A custom time that has passed, is too far ahead, on a closed day, outside hours or at a resource without the service needs `override`.",
    ),
    length_minutes: ChosenLength.describe(
      "Another length in minutes, one that the schedule offers on the resource; kept, where it is offered, if omitted.",
    ),
    reprice: z
      .boolean()
      .describe(
        "Whether to charge the price of the new time (true) or to keep the agreed price per seat (false). If omitted, the agreed price is kept where schedule, resource and length stay, and the new time's is charged otherwise.",
      ),
    dry_run: z
      .boolean()
      .describe("Whether to return the booking as it would be, balance included, without saving."),
    override: z
      .boolean()
      .describe(
        "Whether to book over capacity and outside the booking rules; needs the role admin and is audited.",
      ),
    notify: z.boolean().describe("Whether to email the guest and staff about the change."),
    version: SeenVersion,
  })
  .partial()
  .describe("Fields of a booking to change; another time or resource moves it.");
export type BookingPatch = z.output<typeof BookingPatch>;

export const StatusChange = z
  .strictObject({
    status: BookingStatus.describe("New status."),
    reason_code: z
      .string()
      .regex(/^[a-z0-9_]{1,40}$/, {
        error: "Use at most 40 small letters, digits and underscores.",
      })
      .optional()
      .describe("Machine-readable reason, e.g. guest_ill."),
    reason: text(1000).optional().describe("Reason in words, at most 1,000 characters."),
    notify: z
      .boolean()
      .default(true)
      .describe("Whether to email the guest and staff about the change."),
    version: SeenVersion.optional(),
    payment_method: z
      .enum(["offline"])
      .optional()
      .describe("How the booking was paid; `offline` is paid on site."),
    offline_amount: Amount.min(1)
      .optional()
      .describe(
        "Amount received in minor units, with `payment_method` offline, such as a deposit: the rest stays due. All that is due if omitted.",
      ),
    offline_method: OfflineMethod.optional().describe(
      "How the money was received, with `payment_method` offline; other if omitted.",
    ),
    refund: z
      .strictObject({
        mode: z
          .enum(["policy", "full", "none", "amount"])
          .describe("How much to refund: by policy, all, nothing, or `amount`."),
        amount: Amount.optional().describe("Amount to refund in minor units, with mode `amount`."),
      })
      .optional()
      .describe("What to refund."),
  })
  .describe("A change of a booking's status.");
export type StatusChange = z.output<typeof StatusChange>;

export const CancelBooking = z
  .strictObject({
    scope: GroupScope.default("this"),
    dry_run: z
      .boolean()
      .default(false)
      .describe("Whether to return the bookings with their refunds without cancelling anything."),
    reason_code: StatusChange.shape.reason_code,
    reason: StatusChange.shape.reason,
    notify: StatusChange.shape.notify,
    refund: z
      .strictObject({
        mode: z
          .enum(["policy", "full", "none"])
          .describe("How much of each booking to refund: by policy, all or nothing."),
      })
      .optional()
      .describe("What to refund; by policy if omitted, anything else needs the role admin."),
  })
  .describe("A cancellation of a booking, or of several of its series or visit.");
export type CancelBooking = z.output<typeof CancelBooking>;

export const MoveBooking = z
  .strictObject({
    scope: GroupScope.default("this"),
    slot_id: BookingPatch.shape.slot_id,
    resource_id: BookingPatch.shape.resource_id,
    starts_at: BookingPatch.shape.starts_at,
    if_taken: MoveIfTaken.default("all"),
    reprice: BookingPatch.shape.reprice,
    expected_amount: ExpectedAmount.describe(
      "Sum of the prices of the dates that move, as the dry run returned it; another sum is refused with price_changed.",
    ),
    override: BookingPatch.shape.override,
    notify: StatusChange.shape.notify,
    version: SeenVersion.optional(),
    dry_run: z
      .boolean()
      .default(false)
      .describe("Whether to return each date's state and price without moving anything."),
  })
  .refine(
    ({ slot_id, resource_id, starts_at }) =>
      slot_id !== undefined || resource_id !== undefined || starts_at !== undefined,
    { error: "Name a slot_id, a starts_at or a resource_id.", path: ["starts_at"] },
  )
  .describe(
    "A new time or resource for a booking, and the same shift of local date and time for the other dates of its series.",
  );
export type MoveBooking = z.output<typeof MoveBooking>;
