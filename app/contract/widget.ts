import { z } from "zod";
import {
  NewWidgetBooking,
  NewWidgetCourse,
  NewWidgetSeries,
  NewWidgetVisit,
  WidgetSeriesQuery,
  WidgetVisitTimesQuery,
} from "./booking-inputs";
import { LinkCustomer, LinkState, LinkToken } from "./booking-links";
import { WidgetVisitTimes } from "./booking-visits";
import { WidgetBooking, WidgetBookings } from "./bookings";
import { CardTerms } from "./card-on-file";
import { ScheduleCourse } from "./course";
import { WidgetCourseQuery } from "./course-query";
import { Currency, DateOrInstant, Id, Instant, listOf, Locale, TimeZone } from "./common";
import {
  ChosenLengthQuery,
  ConfigId,
  CurrencyCode,
  PartySizeQuery,
  PriceCurrency,
  ResourceId,
  ResourceName,
  ResourceType,
  ScheduleId,
  SeatPrice,
  TenantSlug,
  TextChannel,
} from "./fields";
import { MAX_PRICE } from "./limits";
import { key, operation } from "./operation";
import { Deposit, Question } from "./schedules";
import { Addon, LengthOption, LocationKind, PersonKind } from "./service-fields";
import { widgetAvailability } from "./slot-operations";
import { Availability } from "./slots";
import { WidgetBranding, WidgetLocale, WidgetSteps, WidgetTexts } from "./widget-configs";

export const RefundTier = z
  .object({
    hours_before: z.number().describe("Minimum hours before the start."),
    refund_pct: z.number().describe("Share refunded, in percent."),
  })
  .describe("A refund for cancelling at least so many hours before the start.");

const price_from = SeatPrice.describe(
  "Lowest price per seat in minor units that can be booked within the horizon, where prices differ by resource, length, start or kind of people; null where they don't, and `price_amount` is the price.",
);
const base_price_from = SeatPrice.describe(
  "Lowest price per seat that can be booked at `duration_minutes`, where it differs by resource or start; null where it doesn't, and `price_amount` is the price.",
);
const length_options = z
  .array(
    LengthOption.extend({
      price_from: SeatPrice.describe(
        "Lowest price per seat at this length where it differs by resource or start; null where it doesn't.",
      ),
    }).describe("A longer length that guests can choose."),
  )
  .describe("Longer lengths that guests can choose beside `duration_minutes`, shortest first.");

export const WidgetConfig = z
  .object({
    config: z
      .object({
        id: Id.nullable().describe("ID of the widget configuration; null if the tenant has none."),
      })
      .describe("The configuration in use."),
    tenant: z
      .object({
        name: z.string().describe("Name of the tenant, as guests see it."),
        slug: TenantSlug,
        logo_url: z.string().nullable().describe("URL of the logo; null if there is none."),
        time_zone: z.string().describe("IANA time zone of the tenant, e.g. Europe/Amsterdam."),
        locale: z.string().describe("Default language as a BCP 47 tag, e.g. en."),
        currency: CurrencyCode,
        phone: z.string().nullable().describe("Phone number for guests; null if there is none."),
        email: z.string().nullable().describe("Email address for guests; null if there is none."),
      })
      .describe("Public details of the tenant."),
    branding: WidgetBranding,
    locale: WidgetLocale.nullable().describe(
      "Language of the widget; null for the page's or the visitor's.",
    ),
    texts: z.partialRecord(WidgetLocale, WidgetTexts).describe("Own texts, by language."),
    steps: WidgetSteps,
    resources: z
      .array(
        z.object({
          id: ResourceId,
          type: ResourceType,
          name: ResourceName,
          description: z
            .string()
            .nullable()
            .describe("Description for guests; null if there is none."),
          capacity: z.int().describe("Number of seats that can be booked at one time."),
          image_url: z.string().nullable().describe("URL of an image; null if there is none."),
          color: z.string().nullable().describe("Calendar color as #rrggbb; null if none is set."),
        }),
      )
      .describe("Resources that can be booked."),
    schedules: z
      .array(
        z.object({
          id: ScheduleId,
          name: z.string().describe("Name of the schedule, as guests see it."),
          description: z
            .string()
            .nullable()
            .describe("Description for guests, plain text; null if there is none."),
          description_follows: z
            .literal(true)
            .optional()
            .describe(
              "Present if `description` is cut because those of all services together are too long; ask again with `schedule_id`.",
            ),
          image_url: z.string().nullable().describe("URL of an image; null if there is none."),
          category: z
            .string()
            .nullable()
            .describe("Heading under which guests find it; null for none."),
          location: z
            .object({
              kind: LocationKind,
              text: z
                .string()
                .nullable()
                .describe(
                  "The address, for `here` the tenant's own if it has one; null for every other kind.",
                ),
            })
            .nullable()
            .describe("Where it takes place; null if nothing is said."),
          anyone: z
            .boolean()
            .describe('Whether several resources give it, so that `resource_id` can be "any".'),
          resource_ids: z.array(Id).describe("IDs of the resources that offer this schedule."),
          duration_minutes: z.int().describe("Length of a booking in minutes."),
          time_zone: z.string().describe("IANA time zone of the schedule, e.g. Europe/Amsterdam."),
          price_amount: SeatPrice,
          price_from,
          base_price_from,
          length_options,
          resource_terms: z
            .array(
              z
                .object({
                  resource_id: ResourceId,
                  duration_minutes: z.int().describe("Length of a booking in minutes."),
                  price_amount: SeatPrice,
                  base_price_from,
                  length_options,
                })
                .describe("Lengths and prices of a resource."),
            )
            .describe(
              "Lengths and prices of each resource that differs from the schedule above; all others have the same.",
            ),
          currency: PriceCurrency,
          max_party_size: z
            .int()
            .nullable()
            .describe("Maximum number of seats per booking; null for the resource's capacity."),
          requires_payment: z
            .boolean()
            .describe("Whether guests pay before their booking is confirmed."),
          deposit: Deposit.optional().describe(
            "Present if guests pay only this part of the price before their booking is confirmed; the rest stays due.",
          ),
          card_on_file: z
            .literal(true)
            .optional()
            .describe(
              "Present if guests keep a card for fees before their booking is confirmed; see `card_terms`.",
            ),
          requires_approval: z.boolean().describe("Whether staff approve each booking."),
          repeat_dates: z
            .int()
            .optional()
            .describe(
              "Present if guests can repeat a booking weekly (POST /api/widget/series): the most dates they can book together.",
            ),
          combines: z
            .literal(true)
            .optional()
            .describe(
              "Present if guests can book it together with others in one visit (POST /api/widget/visits).",
            ),
          course: z
            .object({
              name: z.string().describe("Name of the course."),
              single_dates: z
                .boolean()
                .describe(
                  "Whether guests can also book single times; otherwise the availability has none.",
                ),
            })
            .optional()
            .describe(
              "Present if guests book these dates together (GET and POST /api/widget/course).",
            ),
          text_reminders: TextChannel.optional().describe(
            "Present if guests can ask for text reminders (`text_reminders` of the booking), and how those are sent.",
          ),
          min_notice_minutes: z.int().describe("Minimum notice in minutes before the start."),
          max_advance_days: z.int().describe("How far ahead guests can book, in days."),
          addons: z.array(Addon).describe("Extras that guests can add to the booking."),
          person_kinds: z
            .array(PersonKind)
            .describe(
              "Kinds of people that guests choose from (`party` of the booking); empty: all people are alike.",
            ),
          questions: z.array(Question).describe("Questions of this schedule."),
          questions_follow: z
            .literal(true)
            .optional()
            .describe(
              "Present if `questions`, `addons` and `person_kinds` are empty because all services together have too many; ask again with `schedule_id`.",
            ),
        }),
      )
      .describe(
        "Schedules that can be booked, by category in the order of its first one, then by position and creation.",
      ),
    text_consent: z
      .partialRecord(WidgetLocale, z.string())
      .optional()
      .describe(
        "Sentence next to the tick for text reminders by language, stored with the booking; present if a schedule sends them.",
      ),
    questions: z
      .array(Question)
      .describe("Questions asked for every booking, before the schedule's own."),
    verification: z
      .enum(["off", "email", "sms", "either"])
      .describe("How guests verify their email or phone number before booking."),
    payment: z
      .enum(["off", "optional", "required"])
      .describe(
        "Whether guests pay online; if `off`, schedules that require payment are left out.",
      ),
    sandbox: z.boolean().describe("Whether payments are simulated and no real money moves."),
    policy: z
      .object({
        cancel_window_minutes: z
          .int()
          .describe("Minutes before the start until which guests can cancel."),
        reschedule_window_minutes: z
          .int()
          .describe("Minutes before the start until which guests can reschedule."),
        refund_tiers: z.array(RefundTier).describe("Refunds by how early a guest cancels."),
        hold_minutes: z.int().describe("Minutes a time is held while a guest pays."),
      })
      .describe("The tenant's rules for guests."),
    policy_text: z
      .string()
      .nullable()
      .describe("Text beside the cancellation policy; null if there is none."),
    terms_url: z
      .string()
      .nullable()
      .describe("URL of the terms that visitors accept before booking; null if there are none."),
    success_url: z
      .string()
      .nullable()
      .describe("URL where visitors continue after the last step; null if there is none."),
    booking_link: z
      .object({
        state: LinkState,
        customer: LinkCustomer.nullable().describe(
          "What the form is filled in with; null for nothing.",
        ),
      })
      .optional()
      .describe(
        "The link that `booking_link_token` names: its schedule is the only one; none once it is used up, expired or ended.",
      ),
    availability: Availability.optional().describe(
      "Availability; with include=availability, if a single offer can be shown at once.",
    ),
  })
  .describe("What a widget needs to start.");
export type WidgetConfig = z.infer<typeof WidgetConfig>;

export const WidgetConfigQuery = z.object({
  config_id: ConfigId,
  booking_link_token: LinkToken.optional(),
  include: listOf(z.enum(["availability"]))
    .optional()
    .describe("With `availability`, adds the availability if a single offer can be shown at once."),
  resource_id: Id.optional().describe("Resource of the included availability."),
  schedule_id: Id.optional().describe(
    "Schedule of the included availability; its questions and its description are always returned in full.",
  ),
  from: DateOrInstant.optional().describe(
    "Start of the included availability, as for GET /api/widget/availability.",
  ),
  to: DateOrInstant.optional().describe(
    "End of the included availability, as for GET /api/widget/availability.",
  ),
  tz: TimeZone.optional().describe(
    "IANA time zone of the included availability, as for GET /api/widget/availability.",
  ),
  party_size: PartySizeQuery,
  length_minutes: ChosenLengthQuery.describe(
    "Length of the included availability in minutes, one that the schedule offers; without it, nothing is included where there are several.",
  ),
});
export type WidgetConfigQuery = z.output<typeof WidgetConfigQuery>;

export const WidgetSeries = z
  .object({
    time_zone: z
      .string()
      .describe("IANA time zone whose local time the dates keep, e.g. Europe/Amsterdam."),
    dates: z
      .array(
        z
          .object({
            no: z.int().describe("Number of the date, from 1."),
            starts_at: Instant.describe("Start of the date, in UTC."),
            state: z
              .enum(["free", "taken"])
              .describe("Whether the date can be booked; one that is `taken` can be left out."),
            reason: z
              .string()
              .nullable()
              .describe(
                "Why the date is taken: as for a time in the availability, or too_far; null if it isn't.",
              ),
            price_amount: z
              .int()
              .nullable()
              .describe(
                "Price of the date with its add-ons in minor units; null for no price, or if it is taken.",
              ),
          })
          .describe("A date."),
      )
      .describe("The dates in order."),
    price_amount: z
      .int()
      .nullable()
      .describe("Sum of the prices of the free dates in minor units; null for no price."),
    currency: PriceCurrency,
  })
  .describe("The dates of a booking that repeats, each with its state and price.");
export type WidgetSeries = z.infer<typeof WidgetSeries>;
export const CardTermsQuery = z.object({
  schedule_id: ScheduleId,
  price_amount: z.coerce
    .number()
    .int()
    .min(0)
    .max(MAX_PRICE * 500)
    .default(0)
    .describe("Price of the whole booking in minor units, with its add-ons; 0 for none."),
  currency: Currency.optional().describe("ISO 4217 code of the price's currency."),
  locale: Locale.optional().describe("Language of the guest; the tenant's if omitted."),
  booking_link_token: LinkToken.optional(),
  config_id: ConfigId,
});
export type CardTermsQuery = z.output<typeof CardTermsQuery>;
export const WidgetCardTerms = z
  .object({
    card_terms: CardTerms.nullable().describe("The terms; null if no card is asked for."),
  })
  .describe("What a guest agrees to by keeping a card for a booking.");
export type WidgetCardTerms = z.infer<typeof WidgetCardTerms>;

export const widget = {
  availability: widgetAvailability,
  config: operation({
    method: "GET",
    path: "/api/widget/config",
    caller: key("config:read", { test_key: "settings" }),
    summary: "Get the configuration of the widget",
    query: WidgetConfigQuery,
    returns: WidgetConfig,
    has_etag: true,
    limit: "key_read",
  }),
  cardTerms: operation({
    method: "GET",
    path: "/api/widget/card-terms",
    caller: key("config:read", { test_key: "settings" }),
    summary: "Get what a guest agrees to by keeping a card on file for a booking at this price",
    query: CardTermsQuery,
    returns: WidgetCardTerms,
    limit: "key_read",
    errors: ["not_found"],
  }),
  book: operation({
    method: "POST",
    path: "/api/widget/booking",
    caller: key("bookings:write", { test_key: "test_data" }),
    summary: "Create a booking and start its payment",
    body: NewWidgetBooking,
    returns: WidgetBooking,
    status: 201,
    location: ":manage_url",
    idempotent: true,
    limit: "widget_booking",
    errors: [
      "slot_unavailable",
      "outside_booking_window",
      "price_changed",
      "verification_required",
      "booking_link_unavailable",
    ],
  }),
  planSeries: operation({
    method: "POST",
    path: "/api/widget/series/preview",
    caller: key("bookings:write", { test_key: "test_data" }),
    summary: "Get the state and price of each date of a booking that repeats",
    body: WidgetSeriesQuery,
    returns: WidgetSeries,
    limit: "widget_preview",
    errors: ["not_found"],
  }),
  bookSeries: operation({
    method: "POST",
    path: "/api/widget/series",
    caller: key("bookings:write", { test_key: "test_data" }),
    summary: "Book the dates of a booking that repeats, all or none",
    body: NewWidgetSeries,
    returns: WidgetBookings,
    status: 201,
    location: ":manage_url",
    idempotent: true,
    limit: "widget_booking",
    errors: [
      "slot_unavailable",
      "outside_booking_window",
      "price_changed",
      "verification_required",
      "not_found",
    ],
  }),
  visitTimes: operation({
    method: "POST",
    path: "/api/widget/visits/times",
    caller: key("bookings:write", { test_key: "test_data" }),
    summary: "List the starts at which several services can be booked one after another",
    body: WidgetVisitTimesQuery,
    returns: WidgetVisitTimes,
    limit: "widget_visit_times",
    errors: ["not_found"],
  }),
  bookVisit: operation({
    method: "POST",
    path: "/api/widget/visits",
    caller: key("bookings:write", { test_key: "test_data" }),
    summary: "Book several services one after another, all or none",
    body: NewWidgetVisit,
    returns: WidgetBookings,
    status: 201,
    location: ":manage_url",
    idempotent: true,
    limit: "widget_booking",
    errors: [
      "slot_unavailable",
      "outside_booking_window",
      "price_changed",
      "verification_required",
      "not_found",
    ],
  }),
  course: operation({
    method: "GET",
    path: "/api/widget/course",
    caller: key("config:read", { test_key: "settings" }),
    summary: "Get the course of a schedule with the state and price of each date",
    query: WidgetCourseQuery,
    returns: ScheduleCourse,
    limit: "key_read",
    errors: ["not_found"],
  }),
  bookCourse: operation({
    method: "POST",
    path: "/api/widget/course",
    caller: key("bookings:write", { test_key: "test_data" }),
    summary: "Book the dates of a course that are still ahead, all or none",
    body: NewWidgetCourse,
    returns: WidgetBookings,
    status: 201,
    location: ":manage_url",
    idempotent: true,
    limit: "widget_booking",
    errors: [
      "slot_unavailable",
      "outside_booking_window",
      "price_changed",
      "verification_required",
      "version_conflict",
      "not_found",
    ],
  }),
};
