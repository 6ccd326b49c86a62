import { z } from "zod";
import { AgreedCardTerms, BookingFee, KeptCard } from "./card-on-file";
import { Id, Instant, Json, Livemode, Version } from "./common";
import { LocationKind, Processing } from "./service-fields";
import {
  BookingId,
  CreatedAt,
  CustomerId,
  StoredMeta,
  PriceCurrency,
  ResourceId,
  ResourceName,
  ResourceType,
  ScheduleId,
  UpdatedAt,
} from "./fields";

export const BookingStatus = z
  .enum([
    "pending",
    "confirmed",
    "paid",
    "completed",
    "no_show",
    "cancelled",
    "refunded",
    "expired",
  ])
  .describe("Status of the booking; `expired` is a pending booking whose hold ran out.");
export type BookingStatus = z.infer<typeof BookingStatus>;
export const PendingReason = z
  .enum(["payment", "card", "approval", "verification", "offer"])
  .describe(
    "What a pending booking waits for; `card` is a card to keep on file, `offer` is a freed seat held for someone on the waiting list.",
  );
export const PaymentStatus = z
  .enum(["none", "open", "processing", "paid", "partially_refunded", "refunded", "failed"])
  .describe(
    "Status of the booking's payment; `none` if it has no price, `open` if it waits to be paid.",
  );
export const BookingSource = z
  .enum(["dashboard", "widget", "api", "test", "import"])
  .describe(
    "Where the booking was created; `test` is a trial from the setup, of which nobody is notified; `import` comes from a file of another product.",
  );

export const AssignedBecause = z
  .enum(["least_loaded", "priority", "same_as_last_time", "first_free", "only_free"])
  .describe(
    "Why a booking for anyone went to its resource: by the schedule's `assign`, or nobody else was free.",
  );
export type AssignedBecause = z.infer<typeof AssignedBecause>;

/** A stored answer with its question's wording at that time, which is what a consent refers to. */
export const BookingAnswer = z
  .object({
    question_id: z.string().describe("ID of the question."),
    value: Json.nonoptional().describe("The answer: text, true or false, or a list of options."),
    label: z
      .string()
      .optional()
      .describe("Question as it was asked; for accepted terms, their URL."),
    sensitive: z.boolean().optional().describe("Whether only admins see the answer."),
  })
  .describe("An answer with the text of its question at the time of booking.");
export type BookingAnswer = z.infer<typeof BookingAnswer>;
export const BookingCustomer = z
  .object({
    id: CustomerId,
    name: z.string().describe("Full name of the guest."),
    email: z
      .string()
      .nullable()
      .describe("Email address of the guest, masked for viewers; null if unknown."),
    phone: z
      .string()
      .nullable()
      .describe("Phone number of the guest, masked for viewers; null if unknown."),
  })
  .describe("The guest's details as of the booking.");
const TotalPrice = z
  .int()
  .nullable()
  .describe(
    "Price of the whole booking in minor units of the currency, e.g. 1250 for EUR 12.50: the agreed price per seat times `party_size`, or that of each person in `party`, and the add-ons, or what staff set; null for no price.",
  );
export const BookedAddon = z
  .object({
    id: z.string().describe("ID of the schedule's add-on."),
    name: z.string().describe("Name of the add-on when it was booked."),
    price_amount: z.int().describe("Price of one in minor units when it was booked."),
    quantity: z.int().describe("How many of it."),
    extra_minutes: z
      .int()
      .optional()
      .describe("Minutes by which each of it lengthens the booking, as booked; absent for none."),
  })
  .describe("An add-on of a booking.");
export type BookedAddon = z.infer<typeof BookedAddon>;
export const BookedPeople = z
  .object({
    kind: z.string().describe("ID of the schedule's kind of people."),
    name: z.string().describe("Name of the kind when it was booked."),
    count: z.int().describe("How many of them."),
    price_amount: z
      .int()
      .nullable()
      .describe("Price per person in minor units when it was booked; null for no price."),
    own_price: z
      .boolean()
      .describe(
        "Whether the price is the kind's own; false: the schedule's, which a move to another service, resource or length can change.",
      ),
    takes_seat: z.boolean().describe("Whether each takes a seat."),
  })
  .describe("People of one kind in a booking.");
export type BookedPeople = z.infer<typeof BookedPeople>;
const BookedParty = z
  .array(BookedPeople)
  .describe("The booking's people by kind, in `price_amount`; empty without kinds.");
const BookedAddons = z.array(BookedAddon).describe("The booking's add-ons, in `price_amount`.");
const BalanceAmount = z
  .int()
  .describe(
    "Amount still due in minor units: the price less what was paid and not refunded; negative if owed to the guest.",
  );
const DepositAmount = z
  .int()
  .nullable()
  .describe(
    "Deposit that the booking was agreed with, in minor units; null for none. It is the first payment: the rest stays due.",
  );
const DueNowAmount = z
  .int()
  .describe(
    "Amount that the next payment link or checkout asks for, in minor units: the deposit until money has come in, then all that is due.",
  );
const cardFields = {
  card_terms: AgreedCardTerms.nullable().describe(
    "What the guest agreed to by keeping a card; null if no card was asked for.",
  ),
  card: KeptCard.nullable().describe("The card on file; null if there is none."),
  fees: z
    .array(BookingFee)
    .describe("Fees for cancelling late or not coming, one of a kind at most."),
};
const OwedAmount = z
  .int()
  .describe("Cash to hand back to the guest, in minor units: refunds of money paid on site.");
const stateAndTime = {
  status: BookingStatus,
  pending_reason: PendingReason.nullable().describe(
    "What a pending booking waits for; null in any other status.",
  ),
  expires_at: Instant.nullable().describe(
    "When the hold on a pending booking expires, in UTC; null if it doesn't.",
  ),
  payment_status: PaymentStatus,
  starts_at: Instant.describe("Start of the booking, RFC 3339 in UTC, e.g. 2026-11-20T09:00:00Z."),
  ends_at: Instant.describe("End of the booking, RFC 3339 in UTC, e.g. 2026-11-20T10:00:00Z."),
  time_zone: z
    .string()
    .describe("IANA time zone the booking takes place in, e.g. Europe/Amsterdam."),
  party_size: z.int().describe("Number of seats booked."),
};
export const BookingLocation = z
  .object({
    kind: LocationKind,
    text: z.string().nullable().describe("The address; null where there is none to say."),
    url: z
      .string()
      .nullable()
      .describe(
        "URL of the video call, which is the guest's alone: keep it secret. null for other kinds, for an `online_meeting` until its calendar has made it (booking.updated follows), and for callers who see no contact details.",
      ),
  })
  .describe("Where a booking takes place, as its schedule says now.");
export type BookingLocation = z.infer<typeof BookingLocation>;
const AtLocation = BookingLocation.nullable().describe(
  "Where it takes place; null if nothing is said.",
);
export const BookingInSeries = z
  .object({
    id: Id.describe("ID of the series."),
    no: z.int().describe("Number of the date in the series, from 1."),
    of: z.int().describe("Number of dates that the series was made with."),
  })
  .describe("A booking's place in its series.");
export const BookingInVisit = z
  .object({
    id: Id.describe("ID of the visit."),
    no: z.int().describe("Number of the booking in the visit, from 1."),
    of: z.int().describe("Number of bookings that the visit was made with."),
  })
  .describe("A booking's place in a visit of several services.");
const need = {
  resource_id: ResourceId,
  name: z.string().describe("Name of the resource when it was taken."),
};
const BookingNeed = z
  .object({
    no: z.int().describe("Number of the need in the schedule, from 1."),
    ...need,
    shown: z.boolean().describe("Whether the guest sees it."),
  })
  .describe("A resource that a booking takes besides its own.");
const ShownNeed = z.object(need).describe("A resource that the guest's booking takes as well.");
export const Booking = z
  .object({
    id: BookingId,
    reference: z
      .string()
      .length(8)
      .describe(
        "Eight-character code that guests and staff identify the booking by, e.g. K7QF2M9D.",
      ),
    resource_id: ResourceId,
    resource_name: z.string().describe("Name of the resource."),
    assigned_because: AssignedBecause.nullable().describe(
      "Why a booking for anyone went to this resource; null if the resource was named, or staff chose another one since.",
    ),
    schedule_id: Id.nullable().describe(
      "ID of the schedule; null for a booking outside all schedules.",
    ),
    slot_id: Id.nullable().describe("ID of the slot; null for a custom time."),
    ...stateAndTime,
    location: AtLocation,
    customer_id: CustomerId,
    customer: BookingCustomer,
    price_amount: TotalPrice,
    currency: PriceCurrency,
    addons: BookedAddons,
    party: BookedParty,
    balance_amount: BalanceAmount,
    deposit_amount: DepositAmount,
    due_now_amount: DueNowAmount,
    owed_amount: OwedAmount,
    ...cardFields,
    notes: z.string().nullable().describe("Notes by the guest or staff; null if there are none."),
    answers: z
      .array(BookingAnswer)
      .describe("Answers to the questions asked; only admins get sensitive ones."),
    source: BookingSource,
    widget_config_id: Id.nullable().describe(
      "ID of the widget configuration it was booked with; null if none.",
    ),
    booking_link_id: Id.nullable().describe("ID of the booking link it was made by; null if none."),
    series: BookingInSeries.nullable().describe(
      "The series it was made with; null for a single booking.",
    ),
    visit: BookingInVisit.nullable().describe(
      "The visit of several services it belongs to; null for a single booking.",
    ),
    needs: z
      .array(BookingNeed)
      .describe(
        "Resources it takes in addition to its own, for its schedule's needs; as claimed last.",
      ),
    processing: Processing.nullable().describe(
      "Its processing time, in which its resource is free for other bookings; null: none.",
    ),
    meta: StoredMeta,
    livemode: Livemode,
    cancelled_by: z
      .enum(["customer", "staff", "system"])
      .nullable()
      .describe("Who cancelled the booking; null if it isn't cancelled."),
    cancel_reason_code: z
      .string()
      .nullable()
      .describe(
        "Machine-readable reason for the cancellation, e.g. guest_ill; null if none was given.",
      ),
    cancel_reason: z
      .string()
      .nullable()
      .describe("Reason for the cancellation in words; null if none was given."),
    reschedule_count: z.int().describe("Number of times the booking was rescheduled."),
    arrived_at: Instant.nullable().describe(
      "When staff marked the guest as arrived, in UTC; null if they haven't.",
    ),
    version: Version,
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  })
  .describe("A booking, as staff see it.");
export type Booking = z.infer<typeof Booking>;

/** A booking as websites see it: no guest data beyond what the guest is told. */
export const PublicBooking = z
  .object({
    id: BookingId,
    reference: z
      .string()
      .describe(
        "Eight-character code that guests and staff identify the booking by, e.g. K7QF2M9D.",
      ),
    ...stateAndTime,
    resource: z
      .object({ id: ResourceId, type: ResourceType, name: ResourceName })
      .describe("The booked resource."),
    schedule: z
      .object({
        id: ScheduleId,
        name: z.string().describe("Name of the schedule, as guests see it."),
      })
      .nullable()
      .describe("The booked schedule; null for a booking outside all schedules."),
    location: AtLocation,
    needs: z
      .array(ShownNeed)
      .describe("Resources it takes in addition to its own, as far as guests see them."),
    price_amount: TotalPrice,
    currency: PriceCurrency,
    addons: BookedAddons,
    party: BookedParty,
    refund_amount: z.int().describe("Amount refunded or being refunded, in minor units."),
    balance_amount: BalanceAmount,
    deposit_amount: DepositAmount,
    due_now_amount: DueNowAmount,
    ...cardFields,
  })
  .describe("A booking, as its guest sees it.");
export type PublicBooking = z.infer<typeof PublicBooking>;
export const WidgetBooking = z
  .object({
    booking: PublicBooking,
    manage_url: z.string().describe("URL of the guest's own page for the booking; keep it secret."),
    payment: z
      .object({
        required: z.boolean().describe("Whether the booking must be paid before it is confirmed."),
        checkout_url: z.string().nullable().describe("URL of the checkout; null if none is open."),
        session_id: z
          .string()
          .nullable()
          .describe("ID of the checkout session at the payment provider; null if none is open."),
      })
      .nullable()
      .describe("How to pay; null if there is nothing to pay."),
  })
  .describe("A booking made with the widget, and how to pay for it.");
export type WidgetBooking = z.infer<typeof WidgetBooking>;

export const WidgetBookings = z
  .object({
    bookings: z.array(PublicBooking).describe("The bookings, by start."),
    manage_url: z
      .string()
      .describe(
        "URL of the guest's own page for the first booking, which leads to the others; keep it secret.",
      ),
    price_amount: z
      .int()
      .nullable()
      .describe("Sum of their prices in minor units of the currency; null for no price."),
    currency: PriceCurrency,
  })
  .describe("Bookings that a guest has made together.");
export type WidgetBookings = z.infer<typeof WidgetBookings>;

export const BookingHistoryEntry = z
  .object({
    at: Instant.describe("When it happened, in UTC."),
    kind: z
      .enum(["event", "audit"])
      .describe("Whether the entry is an event or a change in the audit log."),
    name: z.string().describe("Type of the event or name of the action, e.g. booking.created."),
    sequence: z
      .int()
      .nullable()
      .describe(
        "Number of the event, rising by one with each event of the booking; null for an audited change.",
      ),
    actor: z
      .object({
        kind: z.string().describe("What made the change, e.g. a user, a key or the system."),
        id: z.string().nullable().describe("ID of the user or key; null if there is none."),
        name: z.string().nullable().describe("Name of the user or key; null if unknown."),
      })
      .describe("Who made the change."),
    diff: z.record(z.string(), Json).describe("Fields changed, each as [before, after]."),
  })
  .describe("A change in the history of a booking.");
export const BookingWithHistory = Booking.extend({
  history: z
    .array(BookingHistoryEntry)
    .optional()
    .describe(
      "Changes to the booking, oldest first; the newest 500. Present with include=history.",
    ),
}).describe("A booking, with its history if requested.");
export type BookingWithHistory = z.infer<typeof BookingWithHistory>;

export const CancellationPreview = z
  .object({
    allowed: z.boolean().describe("Whether the caller may cancel the booking now."),
    inside_window: z.boolean().describe("Whether the cancellation window is still open."),
    window_ends_at: Instant.describe("When the cancellation window closes, in UTC."),
    refund_amount: z.int().describe("Amount that would be refunded, in minor units."),
    refund_pct: z
      .number()
      .describe("Share of what was paid of the price that would be refunded, in percent."),
    credit_amount: z
      .int()
      .describe("Part of `refund_amount` that is owed to the guest anyway, in minor units."),
    currency: PriceCurrency,
  })
  .describe("What cancelling a booking now would do.");
export type CancellationPreview = z.infer<typeof CancellationPreview>;
