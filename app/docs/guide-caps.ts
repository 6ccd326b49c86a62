import {
  HOLD_MINUTES,
  MAILS_PER_DAY,
  MAILS_PER_DAY_FIRST_WEEK,
  MAILS_PER_DAY_PER_RECIPIENT,
  MOST_BOOKING_LINKS,
  MOST_CONFIG_BYTES,
  MOST_DAYS_AHEAD,
  MOST_DAYS_BLOCKED,
  MOST_DAYS_FOR_VISITORS,
  MOST_FUTURE_SLOTS_PER_SCHEDULE,
  MOST_FUTURE_SLOTS_PER_TENANT,
  MOST_HOLDS_PER_VISITOR,
  MOST_OVERRIDE_INTERVALS,
  MOST_QUESTION_BYTES_OF_ONE,
  MOST_RESENDS,
  MOST_SCHEDULES,
  MOST_SLOTS_IN_AVAILABILITY,
  MOST_SLOTS_IN_REQUEST,
  MOST_WIDGET_CONFIGS,
} from "~/contract/limits";
import { MAX_UPLOAD_BYTES, MAX_UPLOAD_PIXELS } from "~/contract/uploads";

const number = (value: number) => value.toLocaleString("en");

/** The limits of contract/limits.ts, described for the guide. */
export const caps: [what: string, most: string][] = [
  ["Days between now and a booking or slot", number(MOST_DAYS_AHEAD)],
  ["Days that one call of the widget's availability may span", number(MOST_DAYS_FOR_VISITORS)],
  ["Slots in one answer of availability", number(MOST_SLOTS_IN_AVAILABILITY)],
  ["Slots made before the answer; more are made afterwards (202)", number(MOST_SLOTS_IN_REQUEST)],
  ["Future slots of one schedule", number(MOST_FUTURE_SLOTS_PER_SCHEDULE)],
  ["Future slots of one company", number(MOST_FUTURE_SLOTS_PER_TENANT)],
  ["Schedules of one company", number(MOST_SCHEDULES)],
  [
    "Questions of one schedule, or of one widget configuration",
    `${MOST_QUESTION_BYTES_OF_ONE / 1000} kB`,
  ],
  ["What one widget shows, without availability", `${MOST_CONFIG_BYTES / 1000} kB`],
  [
    "Intervals of all dates with other hours (overrides) of one schedule, or of shared hours",
    number(MOST_OVERRIDE_INTERVALS),
  ],
  ["Days of one time off", number(MOST_DAYS_BLOCKED)],
  ["Minutes that a visitor's hold lasts", number(HOLD_MINUTES)],
  ["Holds of one visitor at one time", number(MOST_HOLDS_PER_VISITOR)],
  ["Widget configurations of one company", number(MOST_WIDGET_CONFIGS)],
  ["Booking links of one company that have not been ended", number(MOST_BOOKING_LINKS)],
  ["Mails of one company in a day, in its first week", number(MAILS_PER_DAY_FIRST_WEEK)],
  ["Mails of one company in a day, afterwards", number(MAILS_PER_DAY)],
  ["Mails to one person in a day", number(MAILS_PER_DAY_PER_RECIPIENT)],
  ["Times that one mail may be sent again", number(MOST_RESENDS)],
  [
    "Size of an image",
    `${MAX_UPLOAD_BYTES / 1024 / 1024} MB, ${number(MAX_UPLOAD_PIXELS)} pixels wide or high`,
  ],
];
