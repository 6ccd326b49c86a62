import {
  HOLD_MINUTES,
  MAILS_PER_DAY,
  MAILS_PER_DAY_FIRST_WEEK,
  MAILS_PER_DAY_PER_RECIPIENT,
  MAX_BOOKING_LINKS,
  MAX_CONFIG_BYTES,
  MAX_DAYS_AHEAD,
  MAX_DAYS_BLOCKED,
  MAX_DAYS_FOR_VISITORS,
  MAX_FUTURE_SLOTS_PER_SCHEDULE,
  MAX_FUTURE_SLOTS_PER_TENANT,
  MAX_HOLDS_PER_VISITOR,
  MAX_OVERRIDE_INTERVALS,
  MAX_QUESTION_BYTES_OF_ONE,
  MAX_RESENDS,
  MAX_SCHEDULES,
  MAX_SLOTS_IN_AVAILABILITY,
  MAX_SLOTS_IN_REQUEST,
  MAX_WIDGET_CONFIGS,
} from "~/contract/limits";
import { MAX_UPLOAD_BYTES, MAX_UPLOAD_PIXELS } from "~/contract/uploads";

const number = (value: number) => value.toLocaleString("en");

/** The limits of contract/limits.ts, described for the guide. */
export const caps: [what: string, most: string][] = [
  ["Days between now and a booking or slot", number(MAX_DAYS_AHEAD)],
  ["Days that one call of the widget's availability may span", number(MAX_DAYS_FOR_VISITORS)],
  ["Slots in one answer of availability", number(MAX_SLOTS_IN_AVAILABILITY)],
  ["Slots made before the answer; more are made afterwards (202)", number(MAX_SLOTS_IN_REQUEST)],
  ["Future slots of one schedule", number(MAX_FUTURE_SLOTS_PER_SCHEDULE)],
  ["Future slots of one company", number(MAX_FUTURE_SLOTS_PER_TENANT)],
  ["Schedules of one company", number(MAX_SCHEDULES)],
  [
    "Questions of one schedule, or of one widget configuration",
    `${MAX_QUESTION_BYTES_OF_ONE / 1000} kB`,
  ],
  ["What one widget shows, without availability", `${MAX_CONFIG_BYTES / 1000} kB`],
  [
    "Intervals of all dates with other hours (overrides) of one schedule, or of shared hours",
    number(MAX_OVERRIDE_INTERVALS),
  ],
  ["Days of one time off", number(MAX_DAYS_BLOCKED)],
  ["Minutes that a visitor's hold lasts", number(HOLD_MINUTES)],
  ["Holds of one visitor at one time", number(MAX_HOLDS_PER_VISITOR)],
  ["Widget configurations of one company", number(MAX_WIDGET_CONFIGS)],
  ["Booking links of one company that have not been ended", number(MAX_BOOKING_LINKS)],
  ["Mails of one company in a day, in its first week", number(MAILS_PER_DAY_FIRST_WEEK)],
  ["Mails of one company in a day, afterwards", number(MAILS_PER_DAY)],
  ["Mails to one person in a day", number(MAILS_PER_DAY_PER_RECIPIENT)],
  ["Times that one mail may be sent again", number(MAX_RESENDS)],
  [
    "Size of an image",
    `${MAX_UPLOAD_BYTES / 1024 / 1024} MB, ${number(MAX_UPLOAD_PIXELS)} pixels wide or high`,
  ],
];
