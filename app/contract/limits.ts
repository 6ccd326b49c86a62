/** All quantity limits, used by validation, messages and the API's description. */

/** Future slots per schedule. */
export const MAX_FUTURE_SLOTS_PER_SCHEDULE = 60_000;
/** Future slots per tenant. */
export const MAX_FUTURE_SLOTS_PER_TENANT = 500_000;
/** Slots per availability response. */
export const MAX_SLOTS_IN_AVAILABILITY = 5_000;
/** Slots generated within a request; above this a job generates them and the response is 202. */
export const MAX_SLOTS_IN_REQUEST = 2_000;
/** How many days ahead a booking, slot or date range may be. */
export const MAX_DAYS_AHEAD = 730;

/** Schedules per tenant, and total bytes of their questions. */
export const MAX_SCHEDULES = 500;
export const MAX_QUESTION_BYTES = 2_000_000;
/** Bytes of the questions of one schedule or widget configuration. */
export const MAX_QUESTION_BYTES_OF_ONE = 64_000;
/** Bytes of a widget's configuration, without included availability. */
export const MAX_CONFIG_BYTES = 300_000;

/** Unsent deliveries of a replay, per tenant. */
export const MAX_WAITING_REPLAYS = 10_000;

/** Bytes of a change stored in the audit log. */
export const MAX_AUDIT_BYTES = 20_000;

/** Maximum days per analytics query. */
export const MAX_DAYS_ANALYSED = 366;

/** Maximum duration of a visitor's hold, including those exchanged for it. */
export const HOLD_MINUTES = 10;
/** Concurrent holds per visitor (key and address). */
export const MAX_HOLDS_PER_VISITOR = 3;

/** Maximum days of a block (a resource's time off). */
export const MAX_DAYS_BLOCKED = 366;

/** Emails per tenant and UTC day, in its first week and afterwards. */
export const MAILS_PER_DAY_FIRST_WEEK = 200;
export const MAILS_PER_DAY = 2_000;
/** Emails per tenant, UTC day and recipient. */
export const MAILS_PER_DAY_PER_RECIPIENT = 20;
/** How often a message can be resent by hand. */
export const MAX_RESENDS = 3;

/** Widget configurations per tenant. */
export const MAX_WIDGET_CONFIGS = 50;
/** Days of availability per visitor query. */
export const MAX_DAYS_FOR_VISITORS = 31;

/** Limits of a form: fields, list index (`hours[200]`), depth and length of names. */
export const MAX_FORM_FIELDS = 500;
export const HIGHEST_FORM_INDEX = 200;
export const MAX_FORM_LEVELS = 5;
export const LONGEST_FIELD_NAME = 200;
/** Total opening intervals of all date overrides: three a day for more than a year. */
export const MAX_OVERRIDE_INTERVALS = 1200;
/** Named hours per company, and upcoming closed dates. */
export const MAX_HOURS = 200;
export const MAX_CLOSED_DAYS = 400;
/** Additional lengths, and prices by day and time, per service. */
export const MAX_LENGTHS = 10;
export const MAX_PEAK_PRICES = 20;
/** Kinds of people per service. */
export const MAX_PERSON_KINDS = 8;
/** People of a kind without a seat in one booking. */
export const MAX_WITHOUT_SEAT = 100;
/** The most seats of one booking. */
export const MAX_SEATS = 500;
/** Add-ons per service. */
export const MAX_ADDONS = 20;
/** Maximum price of a booking or seat, in minor units. */
export const MAX_PRICE = 99_999_999;
/** Active booking links per tenant, and uses per link. */
export const MAX_BOOKING_LINKS = 1000;
export const MAX_LINK_USES = 10_000;

/** Calendar accounts per user, calendars per resource, and days per query of busy times. */
export const MAX_CONNECTIONS = 20;
export const MAX_CALENDARS_OF_A_RESOURCE = 20;
/** Busy times stored per calendar: the nearest ones. */
export const MAX_BUSY_TIMES_OF_A_CALENDAR = 20_000;
/** Minutes that can be closed before or after the events of a connected calendar. */
export const MAX_MINUTES_AROUND_EVENTS = 240;
/** Calendars listed per account. */
export const MAX_AVAILABLE_CALENDARS = 200;
export const MAX_DAYS_OF_BUSY_TIME = 62;
/** Busy times per response. */
export const MAX_BUSY_TIMES = 5_000;

/** Dates of a series of bookings. */
export const MAX_SERIES_DATES = 52;
/** Dates that a guest books together. */
export const MAX_GUEST_DATES = 12;

/** Services of a visit. */
export const MAX_VISIT_PARTS = 4;

/** Resources of a group, groups of a company, and needs of a schedule. */
export const MAX_GROUP_MEMBERS = 50;
export const MAX_GROUPS = 200;
export const MAX_NEEDS = 4;
