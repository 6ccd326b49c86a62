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

/** Days that one answer of analytics covers. */
export const MOST_DAYS_ANALYSED = 366;

/** How long a visitor's hold lasts at most, and how long it may be exchanged for others in all. */
export const HOLD_MINUTES = 10;
export const HOLD_MINUTES_IN_ALL = 30;
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
