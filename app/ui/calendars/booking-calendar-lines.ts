import type { BookingCalendar, CalendarClash } from "~/contract/calendars";
import { clockFormat } from "~/i18n/clock-format";
import { t } from "~/i18n/text";
import type { IconName } from "../icon";
import type { Tone } from "../kit/badge";

/** A booking in an external calendar. */
export interface CalendarLine {
  calendar_id: string;
  state: BookingCalendar["state"];
  /** "Written to Anna’s calendar". */
  words: string;
  /** Why it isn't written and when it is retried, or what the calendar shows. */
  more: string | null;
  tone: Tone;
  icon: IconName;
}

/** `when` formats an instant in the company's time zone. */
export function calendarLines(
  calendars: readonly BookingCalendar[],
  when: (instant: string) => string,
): CalendarLine[] {
  return calendars.map((calendar) => ({
    calendar_id: calendar.calendar_id,
    state: calendar.state,
    ...wordsOf(calendar, when),
  }));
}

function wordsOf(
  { state, user_name: name, problem, next_at, outside_starts_at }: BookingCalendar,
  when: (instant: string) => string,
): Pick<CalendarLine, "words" | "more" | "tone" | "icon"> {
  switch (state) {
    case "written":
      return {
        words: t("Written to {{name}}’s calendar", { name }),
        more: null,
        tone: "good",
        icon: "check",
      };
    case "waiting":
      return {
        words: t("Being written to {{name}}’s calendar", { name }),
        more: null,
        tone: "wait",
        icon: "hourglass",
      };
    case "failing": {
      const again = next_at === null ? null : t("Next try {{time}}.", { time: when(next_at) });
      const more = [problem, again].filter(Boolean).join(" ");
      return {
        words: t("Not written to {{name}}’s calendar yet", { name }),
        more,
        tone: "bad",
        icon: "warning",
      };
    }
    case "deleted_outside":
      return {
        words: t("Deleted in {{name}}’s calendar", { name }),
        more: t("The booking still stands."),
        tone: "bad",
        icon: "warning",
      };
    case "moved_outside": {
      const more =
        outside_starts_at === null
          ? null
          : t("The calendar shows {{time}}; the booking is as it was.", {
              time: when(outside_starts_at),
            });
      return {
        words: t("Moved in {{name}}’s calendar", { name }),
        more,
        tone: "bad",
        icon: "warning",
      };
    }
  }
}

/** An external event at the booking's time. */
export interface ClashLine extends Pick<CalendarClash, "calendar_id" | "external_id" | "instance"> {
  /** "Anna’s calendar has something at 14:00 – 15:00". */
  words: string;
}

export function clashLines(
  clashes: readonly CalendarClash[],
  at: { locale: string; time_zone: string },
): ClashLine[] {
  const clock = clockFormat(at.locale, at.time_zone, {
    weekday: "short",
    day: "numeric",
    month: "short",
  });
  return clashes.map(
    ({ calendar_id, external_id, instance, user_name: name, starts_at, ends_at }) => ({
      calendar_id,
      external_id,
      instance,
      words: t("{{name}}’s calendar has something then: {{time}}", {
        name,
        time: clock.formatRange(new Date(starts_at), new Date(ends_at)),
      }),
    }),
  );
}
