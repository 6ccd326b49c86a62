import { z } from "zod";
import { areUnique, Id, Instant, Json, listOf } from "./common";
import { MAX_ADDONS, MAX_PERSON_KINDS, MAX_PRICE, MAX_SEATS } from "./limits";
import { AddonId, PersonKindId } from "./service-fields";

// Fields with the same meaning wherever they are used. components.ts does not list this file, so
// OpenAPI shows these fields inline instead of as components.

export const TenantId = Id.describe("ID of the tenant.");
export const ResourceId = Id.describe("ID of the resource.");
export const ScheduleId = Id.describe("ID of the schedule.");
export const SlotId = Id.describe("ID of the slot.");
export const BookingId = Id.describe("ID of the booking.");
export const CustomerId = Id.describe("ID of the customer.");
export const PaymentId = Id.describe("ID of the payment.");
/** Parameters of widget calls. */
export const ConfigId = Id.optional().describe(
  "ID of the widget configuration to apply; the key's own, or else the tenant's default, if omitted.",
);
/** Filter by resources. */
export const ResourceIds = listOf(z.uuid())
  .optional()
  .describe("Only these resources; IDs separated by commas.");

/** In place of a resource id: any resource of the schedule that is free. */
export const ANYONE = "any";
export const isForAnyone = ({ resource_id }: { resource_id?: unknown }): boolean =>
  resource_id === ANYONE;
export const ResourceOrAny = z.union([z.uuid(), z.literal(ANYONE)]);
/** In place of a resource id: the resource of the part before, in a visit of several services. */
export const SAME = "same";
/** Subjects of an availability query: specific resources, or all of a schedule combined. */
export const ResourcesOrAny = listOf(ResourceOrAny)
  .optional()
  .describe(
    "Only these resources; IDs separated by commas. `any`: times at which any resource of `schedule_id` is free.",
  );

export const CreatedAt = Instant.describe("When the record was created, RFC 3339 in UTC.");
export const UpdatedAt = Instant.describe("When the record was last changed, RFC 3339 in UTC.");

export const ResourceName = z.string().describe("Name of the resource, as guests see it.");
export const ResourceType = z.string().describe("Type of resource, e.g. person, room or table.");
export const TenantSlug = z
  .string()
  .describe("Name of the tenant in its public URL, /book/<slug>.");
/** Free-form data in responses; requests use `Meta`. */
export const StoredMeta = z.record(z.string(), Json).describe("Your own data, as a JSON object.");

const Seats = z.int().min(1).max(MAX_SEATS);
export const PartySize = Seats.default(1).describe("Number of seats, 1 to 500.");
/** With `party` it may be left out, so it has no default in the schema. */
export const PartySeats = Seats.optional().describe(
  "Number of seats, 1 to 500; if omitted, that of the people in `party` who take one, or 1 without `party`.",
);
export const ExpectedAmount = z
  .int()
  .min(0)
  .max(MAX_PRICE * 500)
  .optional()
  .describe(
    "Price that the guest was shown, for all seats in minor units (0 for none); a different price is refused with 409 `price_changed`.",
  );
export const ExpectedBalance = ExpectedAmount.describe(
  "Amount due now (`due_now_amount`) that was shown, in minor units; a different one is refused with 409 `price_changed`.",
);
export const ExpectedDeposit = ExpectedAmount.describe(
  "Deposit that the guest was shown, in minor units (0 for none); a different one is refused with 409 `price_changed`, whose `details` have the `deposit_amount`.",
);
export const PartySizeQuery = z.coerce
  .number()
  .int()
  .min(1)
  .max(500)
  .default(1)
  .describe("Number of seats wanted, 1 to 500; times with fewer left can't be booked.");

export const SeatPrice = z
  .int()
  .nullable()
  .describe(
    "Price per seat in minor units of the currency, e.g. 1250 for EUR 12.50; null for no price.",
  );
export const PriceCurrency = z
  .string()
  .nullable()
  .describe("ISO 4217 code of the currency, e.g. EUR; null without a price.");
export const CurrencyCode = z.string().describe("ISO 4217 currency code, e.g. EUR.");

/** A tax rate in basis points: 2100 is 21 %. */
export const TaxRate = z
  .int()
  .min(0)
  .max(10_000)
  .describe("Tax rate in basis points, 0 to 10,000: 2100 for 21 %.");

const LengthMinutes = z.int().min(5).max(1440);
export const ChosenLength = LengthMinutes.optional().describe(
  "Length in minutes, one that the schedule offers on the resource (`length_options`); its `duration_minutes` if omitted.",
);
export const ChosenLengthQuery = z.coerce
  .number()
  .pipe(LengthMinutes)
  .optional()
  .describe(
    "Only times of this length in minutes, one of the schedule's lengths, at its price; the shortest if omitted.",
  );

export const ExtraMinutesQuery = z.coerce
  .number()
  .pipe(z.int().min(0).max(1440))
  .optional()
  .describe(
    "Only times with room for so many minutes more, which add-ons take (`extra_minutes` of each times its quantity); none if omitted.",
  );

export const ChosenAddons = z
  .array(
    z
      .strictObject({
        id: AddonId.describe("ID of one of the schedule's add-ons."),
        quantity: z
          .int()
          .min(1)
          .max(100)
          .default(1)
          .describe("How many, 1 to the add-on's `max_quantity`."),
      })
      .describe("An add-on and how many of it."),
  )
  .max(MAX_ADDONS)
  .refine((addons) => areUnique(addons.map(({ id }) => id)), {
    error: "Name each add-on once.",
  })
  .describe("Add-ons of the booking, each one of the schedule's; they don't multiply by seats.");
export const ChosenParty = z
  .array(
    z
      .strictObject({
        kind: PersonKindId.describe("ID of one of the schedule's kinds of people."),
        count: Seats.describe("How many, 1 to 500; at most 100 of a kind that takes no seat."),
      })
      .describe("A kind of people and how many come."),
  )
  .min(1)
  .max(MAX_PERSON_KINDS)
  .refine((party) => areUnique(party.map(({ kind }) => kind)), {
    error: "Name each kind once.",
  })
  .describe(
    "People by kind, where the schedule has kinds (`person_kinds`); at least one must take a seat. Without it all are of the first kind that takes a seat.",
  );
export type ChosenParty = z.output<typeof ChosenParty>;
export type ChosenAddons = z.output<typeof ChosenAddons>;

export const WasDryRun = z.boolean().describe("Whether this was a dry run, and nothing was saved.");

export const OfflineMethod = z
  .enum(["cash", "card_terminal", "bank_transfer", "other"])
  .describe("How money was received on site.");
export type OfflineMethod = z.infer<typeof OfflineMethod>;

export const TextChannel = z.enum(["sms", "whatsapp"]).describe("SMS or WhatsApp.");
export type TextChannel = z.infer<typeof TextChannel>;
