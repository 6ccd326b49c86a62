import type { InteractionStrings } from "./strings";

export const enInteractions: InteractionStrings = {
  close: "Close",
  retry_wait: { one: "Try again in {count} second", other: "Try again in {count} seconds" },
  month_shown: {
    one: "{month}, {count} day with times",
    other: "{month}, {count} days with times",
  },
  month_empty: "No times in {month}.",
  month_jump: "Next free time: {date}",
  date_missed: "There are no times on {date}.",
  time_none: "No times left on this day. Please choose another day.",
  problem_busy: "It is very busy right now. Please wait a moment.",
  problem_failed: "Something went wrong on our side. Nothing you typed is lost.",
  problem_refused: "This cannot be booked as asked. Please choose another time, or contact us.",
  full_heading: "Full: join the waiting list",
  wait_for: "Wait for {time}",
};
