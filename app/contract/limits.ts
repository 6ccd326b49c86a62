/** How much there may be of what. Named once: rules, messages and the description of the API read these. */

/** Slots of one schedule that start in the future. */
export const MOST_FUTURE_SLOTS_PER_SCHEDULE = 60_000;
/** Slots of one tenant that start in the future. */
export const MOST_FUTURE_SLOTS_PER_TENANT = 500_000;
/** Slots in one answer of availability. */
export const MOST_SLOTS_IN_AVAILABILITY = 5_000;
/** Slots made while a request waits; more are made by a job, and the answer is 202. */
export const MOST_SLOTS_IN_REQUEST = 2_000;
/** Days from now that a booking, slot or date range may be in the future. */
export const MOST_DAYS_AHEAD = 730;

/** Schedules of one tenant, and the bytes of all their questions together. */
export const MOST_SCHEDULES = 500;
export const MOST_QUESTION_BYTES = 2_000_000;
/** Bytes of the questions of one schedule, or of one widget configuration. */
export const MOST_QUESTION_BYTES_OF_ONE = 64_000;
/** Bytes of what a widget shows, without the availability that may come with it. */
export const MOST_CONFIG_BYTES = 300_000;

/** Deliveries of a replay that wait to be sent, of one tenant. */
export const MOST_WAITING_REPLAYS = 10_000;

/** Bytes that a row of the audit log keeps of a change. */
export const MOST_AUDIT_BYTES = 20_000;

/** Days that one answer of analytics covers. */
export const MOST_DAYS_ANALYSED = 366;

/** How long a visitor's hold lasts at most, those that it is exchanged for included. */
export const HOLD_MINUTES = 10;
/** Holds that one visitor (a key and an address) has at one time. */
export const MOST_HOLDS_PER_VISITOR = 3;

/** Days that a block (time off of a resource) may last. */
export const MOST_DAYS_BLOCKED = 366;

/** Mails of one tenant and UTC day, in its first week and afterwards. */
export const MAILS_PER_DAY_FIRST_WEEK = 200;
export const MAILS_PER_DAY = 2_000;
/** Mails of one tenant and UTC day to one recipient. */
export const MAILS_PER_DAY_PER_RECIPIENT = 20;
/** How often one message may be sent again by hand. */
export const MOST_RESENDS = 3;

/** Widget configurations of one tenant. */
export const MOST_WIDGET_CONFIGS = 50;
/** Days that a visitor sees at once. */
export const MOST_DAYS_FOR_VISITORS = 31;

/** Fields of one form, how high an index in a field's name may be (`hours[200]`), how deep a name goes, and how long it is. */
export const MOST_FORM_FIELDS = 500;
export const HIGHEST_FORM_INDEX = 200;
export const MOST_FORM_LEVELS = 5;
export const LONGEST_FIELD_NAME = 200;
/** Opening intervals of all dates with other hours together: three a day for more than a year. */
export const MOST_OVERRIDE_INTERVALS = 1200;
/** Hours with a name that a company can have, and dates ahead on which it is closed. */
export const MOST_HOURS = 200;
export const MOST_CLOSED_DAYS = 400;
/** Longer lengths, and prices by day and time, that one service can have. */
export const MOST_LENGTHS = 10;
export const MOST_PEAK_PRICES = 20;
/** The most that a booking, or a seat of it, may cost in minor units. */
export const MOST_PRICE = 99_999_999;
/** Booking links of one tenant that nobody has ended, and how often one of them can be used. */
export const MOST_BOOKING_LINKS = 1000;
export const MOST_LINK_USES = 10_000;

/** Accounts of one user at calendar providers, calendars that one resource has of all its people, and days of one answer of busy times. */
export const MOST_CONNECTIONS = 20;
export const MOST_CALENDARS_OF_A_RESOURCE = 20;
/** Of one account, in its list of calendars to connect. */
export const MOST_AVAILABLE_CALENDARS = 200;
export const MOST_DAYS_OF_BUSY_TIME = 62;
/** In one answer. */
export const MOST_BUSY_TIMES = 5_000;
