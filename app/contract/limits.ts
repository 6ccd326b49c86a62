/** All quantity limits, used by validation, messages and the API's description. */

/** Future slots per schedule. */
export const MOST_FUTURE_SLOTS_PER_SCHEDULE = 60_000;
/** Future slots per tenant. */
export const MOST_FUTURE_SLOTS_PER_TENANT = 500_000;
/** Slots per availability response. */
export const MOST_SLOTS_IN_AVAILABILITY = 5_000;
/** Slots generated within a request; above this a job generates them and the response is 202. */
export const MOST_SLOTS_IN_REQUEST = 2_000;
/** How many days ahead a booking, slot or date range may be. */
export const MOST_DAYS_AHEAD = 730;

/** Schedules per tenant, and total bytes of their questions. */
export const MOST_SCHEDULES = 500;
export const MOST_QUESTION_BYTES = 2_000_000;
/** Bytes of the questions of one schedule or widget configuration. */
export const MOST_QUESTION_BYTES_OF_ONE = 64_000;
/** Bytes of a widget's configuration, without included availability. */
export const MOST_CONFIG_BYTES = 300_000;

/** Unsent deliveries of a replay, per tenant. */
export const MOST_WAITING_REPLAYS = 10_000;

/** Bytes of a change stored in the audit log. */
export const MOST_AUDIT_BYTES = 20_000;

/** Maximum days per analytics query. */
export const MOST_DAYS_ANALYSED = 366;

/** Maximum duration of a visitor's hold, including those exchanged for it. */
export const HOLD_MINUTES = 10;
/** Concurrent holds per visitor (key and address). */
export const MOST_HOLDS_PER_VISITOR = 3;

/** Maximum days of a block (a resource's time off). */
export const MOST_DAYS_BLOCKED = 366;

/** Emails per tenant and UTC day, in its first week and afterwards. */
export const MAILS_PER_DAY_FIRST_WEEK = 200;
export const MAILS_PER_DAY = 2_000;
/** Emails per tenant, UTC day and recipient. */
export const MAILS_PER_DAY_PER_RECIPIENT = 20;
/** How often a message can be resent by hand. */
export const MOST_RESENDS = 3;

/** Widget configurations per tenant. */
export const MOST_WIDGET_CONFIGS = 50;
/** Days of availability per visitor query. */
export const MOST_DAYS_FOR_VISITORS = 31;

/** Limits of a form: fields, list index (`hours[200]`), depth and length of names. */
export const MOST_FORM_FIELDS = 500;
export const HIGHEST_FORM_INDEX = 200;
export const MOST_FORM_LEVELS = 5;
export const LONGEST_FIELD_NAME = 200;
/** Total opening intervals of all date overrides: three a day for more than a year. */
export const MOST_OVERRIDE_INTERVALS = 1200;
/** Named hours per company, and upcoming closed dates. */
export const MOST_HOURS = 200;
export const MOST_CLOSED_DAYS = 400;
/** Additional lengths, and prices by day and time, per service. */
export const MOST_LENGTHS = 10;
export const MOST_PEAK_PRICES = 20;
/** Maximum price of a booking or seat, in minor units. */
export const MOST_PRICE = 99_999_999;
/** Active booking links per tenant, and uses per link. */
export const MOST_BOOKING_LINKS = 1000;
export const MOST_LINK_USES = 10_000;

/** Calendar accounts per user, calendars per resource, and days per query of busy times. */
export const MOST_CONNECTIONS = 20;
export const MOST_CALENDARS_OF_A_RESOURCE = 20;
/** Busy times stored per calendar: the nearest ones. */
export const MOST_BUSY_TIMES_OF_A_CALENDAR = 20_000;
/** Minutes that can be closed before or after the events of a connected calendar. */
export const MOST_MINUTES_AROUND_EVENTS = 240;
/** Calendars listed per account. */
export const MOST_AVAILABLE_CALENDARS = 200;
export const MOST_DAYS_OF_BUSY_TIME = 62;
/** Busy times per response. */
export const MOST_BUSY_TIMES = 5_000;

/** Dates of a series of bookings. */
export const MOST_SERIES_DATES = 52;

/** Services of a visit. */
export const MOST_VISIT_PARTS = 4;
