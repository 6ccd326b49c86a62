import type { CardTerms } from "../app/contract/card-on-file";
import type { z } from "zod";
import type {
  Answer as BookingAnswer,
  NewWidgetBooking,
  NewWidgetSeries,
  NewWidgetVisit,
  WidgetSeriesQuery,
} from "../app/contract/booking-inputs";
import type { WidgetVisitTimes } from "../app/contract/booking-visits";
import type { PublicBooking, WidgetBooking, WidgetBookings } from "../app/contract/bookings";
import type { ErrorBody as AnyErrorBody, FieldProblem } from "../app/contract/error-body";
import type { Hold } from "../app/contract/holds";
import type { Question as ScheduleQuestion } from "../app/contract/schedules";
import type { Availability as AnyAvailability, AvailableSlot } from "../app/contract/slots";
import type { StartVerification, VerificationConfirmed } from "../app/contract/verification";
import type { VerificationStarted } from "../app/contract/verification";
import type { JoinedWaitlist, NewWidgetWaitlistEntry } from "../app/contract/waitlist";
import type { WidgetConfig, WidgetSeries } from "../app/contract/widget";

// Requests and responses of the widget endpoints, from the contract. Types only, so none of it is
// bundled.

export type Config = WidgetConfig;
/** A language of the element. */
export type Language = NonNullable<Config["locale"]>;
export type Theme = Config["branding"]["theme"] | "host";
export type Resource = Config["resources"][number];
export type Schedule = Config["schedules"][number];
export type Question = ScheduleQuestion;
export type Addon = Schedule["addons"][number];
export type PersonKind = Schedule["person_kinds"][number];

/** An availability request; api.ts turns it into a URL. */
export interface AvailabilityQuery {
  resource_ids: readonly string[];
  schedule_id: string | null | undefined;
  from: string;
  to: string;
  tz: string;
  party_size: number;
  /** Absent: the shortest. */
  length_minutes?: string | number | null | undefined;
  extra_minutes?: number | undefined;
  /** Includes unavailable times with the reason. */
  unavailable?: boolean;
}
export type Availability = AnyAvailability;
export type Slot = AvailableSlot;

type Sent = z.input<typeof NewWidgetBooking>;
/** Request body: always includes party size and honeypot. */
export type NewBooking = Sent & Required<Pick<Sent, "party_size" | "website">>;
export type Answer = z.input<typeof BookingAnswer>;
export type NewWaiting = z.input<typeof NewWidgetWaitlistEntry>;
export type { CardTerms };
export type Joined = JoinedWaitlist;
export type Verify = z.input<typeof StartVerification>;
export type VerifyStarted = VerificationStarted;
export type Verified = VerificationConfirmed;

/** A hold on a time while the visitor fills in the form. */
export type Held = z.infer<typeof Hold>;

export type Booking = PublicBooking;
export type Booked = WidgetBooking & {
  /** All bookings of several that were made together; `booking` is the first. */
  dates?: readonly Booking[];
  /** They are services of one visit. */
  is_visit?: true;
};

/** Dates of a booking that repeats. */
export type Series = WidgetSeries;
export type SeriesQuery = z.input<typeof WidgetSeriesQuery>;
export type NewSeries = z.input<typeof NewWidgetSeries>;
export type BookedSeries = WidgetBookings;

/** Times of several services in one visit. */
export type VisitTimes = WidgetVisitTimes;
export type VisitTime = Pick<
  VisitTimes["times"][number],
  "starts_at" | "ends_at" | "price_amount" | "currency"
>;
export type VisitPart = z.input<typeof NewWidgetVisit>["parts"][number];

export type Issue = z.infer<typeof FieldProblem>;
/** An error response. `request_id` is missing if a proxy answered before the service. */
export interface ErrorBody {
  error: Omit<AnyErrorBody["error"], "code" | "details" | "request_id"> & {
    code: string;
    details?: {
      alternatives?: Slot[];
      amount?: number;
      deposit_amount?: number | null;
      card_terms?: CardTerms;
      reason?: string;
    };
    request_id?: string;
  };
}
