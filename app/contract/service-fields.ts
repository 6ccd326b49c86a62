import { z } from "zod";
import { Amount, areUnique, Id, LocalTime, text } from "./common";
import { MAX_ADDONS, MAX_LENGTHS, MAX_NEEDS, MAX_PEAK_PRICES, MAX_PERSON_KINDS } from "./limits";

// A schedule's service fields besides hours and terms: description, lengths, prices, resources and
// frequency limits.

/**
 * Where a service takes place. `jitsi`: a separate video room per booking, without an account.
 * `online_meeting`: the Meet or Teams meeting of the connected calendar that holds the booking.
 */
export const LocationKind = z
  .enum(["here", "address", "phone", "video_url", "jitsi", "online_meeting"])
  .describe(
    "Kind of place. `here`: at the tenant's own address; `address`: at `text`; `phone`: staff call the guest; `video_url`: at `url`; `jitsi`: in a video room of its own; `online_meeting`: in a Google Meet or Microsoft Teams meeting, made by the connected calendar that the booking is written to.",
  );
const LocationText = text(500).nullable().describe("The address; null where the kind needs none.");
const LocationUrl = text(500)
  .nullable()
  .describe("The https URL of the video call, for `video_url`; null for other kinds.");
export const Location = z
  .strictObject({
    kind: LocationKind,
    text: LocationText.default(null),
    url: LocationUrl.default(null),
  })
  .refine(({ kind, text: address }) => kind !== "address" || Boolean(address), {
    path: ["text"],
    error: "Give the address.",
  })
  .refine(({ kind, url }) => kind !== "video_url" || isVideoUrl(url ?? ""), {
    path: ["url"],
    error: "Give a web address that begins with https://.",
  })
  .refine(({ kind, text: address, url }) => kind !== "video_url" || !url || !address, {
    path: ["text"],
    error: "A location of kind `video_url` has its link in `url` alone.",
  })
  .refine(({ kind, url }) => kind === "video_url" || !url, {
    path: ["url"],
    error: "Only a location of kind `video_url` has a link of its own.",
  })
  .describe("Where the service takes place.");
export type Location = z.output<typeof Location>;

function isVideoUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username } = new URL(value);
  return protocol === "https:" && username === "";
}

const Minutes = z.int().min(5).max(1440);
const PerSeat = Amount.nullable();
export const LengthOption = z
  .strictObject({
    minutes: Minutes.describe("Length of the booking in minutes, more than `duration_minutes`."),
    price_amount: PerSeat.describe(
      "Price per seat at this length in minor units; null for no price.",
    ),
  })
  .describe("A longer length that guests can choose.");
export type LengthOption = z.output<typeof LengthOption>;
/** Lengths in addition to the schedule's own, which is the shortest. */
export const LengthOptions = z
  .array(LengthOption)
  .max(MAX_LENGTHS)
  .refine((options) => areUnique(options.map(({ minutes }) => minutes)), {
    error: "Name each length once.",
  })
  .transform((options) => options.toSorted((a, b) => a.minutes - b.minutes))
  .describe("Longer lengths that guests can choose instead of `duration_minutes`, at most 10.");

const weekdays = z.array(z.int().min(1).max(7)).min(1).max(7);
const WEEKDAYS = "ISO weekdays, 1 for Monday to 7 for Sunday.";
export const PeakPrice = z
  .strictObject({
    days: weekdays.transform((days) => [...new Set(days)].sort()).describe(WEEKDAYS),
    start: LocalTime.describe("First start, HH:MM in the schedule's time zone."),
    end: LocalTime.describe(
      "End of the starts, exclusive; at or before `start` means the next day.",
    ),
    percent: z
      .int()
      .min(-100)
      .max(1000)
      .optional()
      .describe("Change of the price in percent, e.g. 20 or -10."),
    amount: z
      .int()
      .min(-99_999_999)
      .max(99_999_999)
      .optional()
      .describe("Change of the price per seat in minor units, e.g. 500 or -250."),
  })
  .refine(({ percent, amount }) => (percent === undefined) !== (amount === undefined), {
    path: ["percent"],
    error: "Give either a percentage or an amount.",
  })
  .describe("Starts that cost more or less.");
export type PeakPrice = z.output<typeof PeakPrice>;
export const PeakPrices = z
  .array(PeakPrice)
  .max(MAX_PEAK_PRICES)
  .describe(
    "Prices by day and time of the start; the first rule that fits a start counts. No price falls below 0.",
  );

const chosenId = z.string().regex(/^[a-z0-9_-]{1,40}$/, {
  error: "Use at most 40 small letters, digits, underscores and dashes.",
});
export const PersonKindId = chosenId.describe(
  "ID of the kind, chosen by you: lower-case letters, digits, underscores and dashes.",
);
export const PersonKind = z
  .strictObject({
    id: PersonKindId,
    name: text(60, 1).describe("Name of the kind, as guests see it, e.g. Adult."),
    price_amount: PerSeat.describe(
      "Price per person in minor units, whatever the time, length and resource; 0 for free, null for the schedule's price with all its rules.",
    ),
    takes_seat: z
      .boolean()
      .default(true)
      .describe("Whether each takes a seat; false for people who come along, such as babies."),
  })
  .describe("A kind of people with its price, such as adults or children.");
export type PersonKind = z.output<typeof PersonKind>;
export const PersonKinds = z
  .array(PersonKind)
  .max(MAX_PERSON_KINDS)
  .refine((kinds) => areUnique(kinds.map(({ id }) => id)), {
    error: "Give each kind an id of its own.",
  })
  .refine((kinds) => kinds.length === 0 || kinds.some(({ takes_seat }) => takes_seat), {
    error: "At least one kind must take a seat.",
  })
  .describe(
    "Kinds of people that guests choose from, in the order they are shown, at most 8; none: all people are alike.",
  );

export const AddonId = chosenId.describe(
  "ID of the add-on, chosen by you: lower-case letters, digits, underscores and dashes.",
);
export const Addon = z
  .strictObject({
    id: AddonId,
    name: text(120, 1).describe("Name of the add-on, as guests see it."),
    price_amount: Amount.describe("Price of one in minor units; 0 for free."),
    max_quantity: z
      .int()
      .min(1)
      .max(100)
      .default(1)
      .describe("The most of it in one booking, 1 to 100."),
    extra_minutes: z
      .int()
      .min(0)
      .max(480)
      .default(0)
      .describe("Minutes by which each of it lengthens the booking, 0 to 480."),
  })
  .describe("An extra that guests can add to a booking, such as a racket or a treatment.");
export type Addon = z.output<typeof Addon>;
export const Addons = z
  .array(Addon)
  .max(MAX_ADDONS)
  .refine((addons) => areUnique(addons.map(({ id }) => id)), {
    error: "Give each add-on an id of its own.",
  })
  .describe("Extras that guests can add to a booking, in the order they are shown, at most 20.");

const ofProcessing = z.int().min(5).max(1430);
export const Processing = z
  .strictObject({
    after_minutes: ofProcessing.describe(
      "Minutes of work before it, from the start of the booking, 5 to 1430.",
    ),
    minutes: ofProcessing.describe("Length in minutes, 5 to 1430; work follows it."),
  })
  .describe("Time within a booking in which its resource is free for other bookings.");
export type Processing = z.output<typeof Processing>;

const terms = {
  resource_id: Id.describe("ID of one of the schedule's resources."),
  duration_minutes: Minutes.nullable().describe(
    "Its own length in minutes; null for the schedule's.",
  ),
  price_amount: PerSeat.describe("Its own price per seat in minor units; null for the schedule's."),
  weight: z
    .int()
    .min(1)
    .max(1000)
    .describe(
      "Share of the bookings for anyone, relative to the others: 200 gets twice what 100 gets.",
    ),
  priority: z
    .int()
    .min(0)
    .max(1000)
    .describe("With `assign` priority, the highest is asked first."),
};
/** A resource's own terms within a schedule. */
export const ResourceTerms = z
  .strictObject({
    resource_id: terms.resource_id,
    duration_minutes: terms.duration_minutes.default(null),
    price_amount: terms.price_amount.default(null),
    length_options: LengthOptions.nullable()
      .default(null)
      .describe("Its own longer lengths; null for the schedule's."),
    weight: terms.weight.default(100),
    priority: terms.priority.default(0),
  })
  .describe("What a resource has of its own within a schedule.");
export type ResourceTerms = z.output<typeof ResourceTerms>;

/** The terms of a resource without its own. */
export const NO_TERMS = {
  duration_minutes: null,
  price_amount: null,
  length_options: null,
  weight: 100,
  priority: 0,
};

const beside = z.int().min(0).max(480);
const need = {
  resource_id: Id.nullable().describe("ID of the resource that is needed; null with `group_id`."),
  group_id: Id.nullable().describe(
    "ID of the group, one resource of which is needed; null with `resource_id`.",
  ),
  seats: z.int().min(1).max(500).describe("Number of its seats that a booking takes."),
  minutes_before: beside.describe("Minutes it is taken before the booking starts, 0 to 480."),
  minutes_after: beside.describe("Minutes it is taken after the booking ends, 0 to 480."),
  shown: z.boolean().describe("Whether guests see which one their booking takes."),
};
/** A resource, or one of a group, that each booking takes in addition to its own. */
const ServiceNeed = z
  .strictObject({
    resource_id: need.resource_id.default(null),
    group_id: need.group_id.default(null),
    seats: need.seats.default(1),
    minutes_before: need.minutes_before.default(0),
    minutes_after: need.minutes_after.default(0),
    shown: need.shown.default(false),
  })
  .refine(({ resource_id, group_id }) => (resource_id === null) !== (group_id === null), {
    path: ["resource_id"],
    error: "Name either a resource or a group.",
  })
  .describe("A resource, or one of a group, that each booking takes as well.");

export const Assign = z
  .enum(["least_loaded", "priority", "same_as_last_time", "first_free"])
  .describe(
    "Who gets a booking for anyone: the one who is booked least for the time they offer; by priority; whom the guest had last; or the first in order that is free.",
  );
export type Assign = z.output<typeof Assign>;

const most = (max: number, description: string) =>
  z.int().min(1).max(max).nullable().describe(description);

export const serviceFields = {
  description: text(2000)
    .nullable()
    .describe("Description for guests, plain text, at most 2,000 characters."),
  image_asset_id: Id.nullable().describe("ID of an uploaded image; null for none."),
  category: text(80)
    .nullable()
    .describe("Heading under which guests find it, e.g. Hair; null for none."),
  position: z
    .int()
    .min(0)
    .max(100_000)
    .describe("Place in lists, lowest first; equal ones by creation."),
  private: z
    .boolean()
    .describe("Whether it is listed nowhere and booked by a booking link or by staff only."),
  location: Location.nullable().describe("Where it takes place; null to say nothing."),
  length_options: LengthOptions,
  peak_prices: PeakPrices,
  addons: Addons,
  person_kinds: PersonKinds,
  resource_terms: z
    .array(ResourceTerms)
    .max(200)
    .refine((terms) => areUnique(terms.map(({ resource_id }) => resource_id)), {
      error: "Name each resource once.",
    })
    .describe(
      "What resources have of their own; a resource that is left out has the schedule's terms.",
    ),
  assign: Assign,
  needs: z
    .array(ServiceNeed)
    .max(MAX_NEEDS)
    .describe(
      "What each booking takes besides its resource, such as a room, at most 4: all of it or no booking.",
    ),
  processing: Processing.nullable().describe(
    "Processing time, such as that of a colour: the resource is free for other bookings meanwhile, what is needed besides stays taken. A resource whose own length ends before it is over has none. null: none.",
  ),
  max_upcoming_per_customer: most(
    1000,
    "Maximum number of upcoming bookings of one guest; null for no limit.",
  ),
  max_per_week_per_customer: most(
    1000,
    "Maximum number of bookings of one guest in a week from Monday; null for no limit.",
  ),
  max_per_week: most(
    100_000,
    "Maximum number of bookings per resource in a week from Monday; null for no limit.",
  ),
  max_per_month: most(
    100_000,
    "Maximum number of bookings per resource and calendar month; null for no limit.",
  ),
};

/** Fields of a new schedule, all optional. */
export const newServiceFields = {
  description: serviceFields.description.default(null),
  image_asset_id: serviceFields.image_asset_id.default(null),
  category: serviceFields.category.default(null),
  position: serviceFields.position.default(0),
  private: serviceFields.private.default(false),
  location: serviceFields.location
    .default({ kind: "here", text: null, url: null })
    .describe("Where it takes place; at the tenant's own address if omitted, null to say nothing."),
  length_options: serviceFields.length_options.default([]),
  peak_prices: serviceFields.peak_prices.default([]),
  addons: serviceFields.addons.default([]),
  person_kinds: serviceFields.person_kinds.default([]),
  resource_terms: serviceFields.resource_terms.default([]),
  assign: serviceFields.assign.default("least_loaded"),
  needs: serviceFields.needs.default([]),
  processing: serviceFields.processing.default(null),
  max_upcoming_per_customer: serviceFields.max_upcoming_per_customer.default(null),
  max_per_week_per_customer: serviceFields.max_per_week_per_customer.default(null),
  max_per_week: serviceFields.max_per_week.default(null),
  max_per_month: serviceFields.max_per_month.default(null),
};
/** Lists in responses. */
export const storedServiceFields = {
  location: z
    .object({ kind: LocationKind, text: LocationText, url: LocationUrl })
    .nullable()
    .describe("Where it takes place; null if nothing is said."),
  length_options: z
    .array(LengthOption)
    .describe("Longer lengths that guests can choose, shortest first."),
  peak_prices: z
    .array(
      z
        .object({ ...PeakPrice.shape, days: z.array(z.int()).describe(WEEKDAYS) })
        .describe("Starts that cost more or less."),
    )
    .describe("Prices by day and time of the start; the first rule that fits a start counts."),
  addons: z.array(Addon).describe("Extras that guests can add to a booking."),
  person_kinds: z
    .array(PersonKind)
    .describe("Kinds of people that guests choose from; none: all people are alike."),
  resource_terms: z
    .array(
      z
        .object({
          ...terms,
          length_options: z
            .array(LengthOption)
            .nullable()
            .describe("Its own longer lengths; null for the schedule's."),
        })
        .describe("What a resource has of its own within a schedule."),
    )
    .describe(
      "What resources have of their own; a resource that is left out has the schedule's terms.",
    ),
  needs: z
    .array(
      z.object(need).describe("A resource, or one of a group, that each booking takes as well."),
    )
    .describe("What each booking takes besides its resource."),
};
