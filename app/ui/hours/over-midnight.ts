import { t } from "~/i18n/text";
import { lengthWords } from "../services/length-words";

/** A form's hours and its answer to the overnight question. */
interface FormHours {
  start: string;
  end: string;
  over_midnight: boolean;
}

/** Whether hours end on the next day: 18:00–02:00, or 09:00–09:00 (24 hours). */
export const endsNextDay = ({ start, end }: { start: string; end: string }) => end <= start;

/** Hours that end on the next day without confirmation. */
export function midnightQuestion(form: FormHours): string | null {
  if (!endsNextDay(form) || form.over_midnight) return null;
  const minutes = (minutesOf(form.end) - minutesOf(form.start) + 1440) % 1440 || 1440;
  return t(
    "{{start}} to {{end}} goes past midnight ({{length}}). If that’s right, tick this; otherwise change the times.",
    {
      start: form.start,
      end: form.end,
      length: lengthWords(minutes),
    },
  );
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
