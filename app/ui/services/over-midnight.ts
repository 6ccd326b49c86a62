/** The hours of a form, and its answer to the question below. */
interface FormHours {
  start: string;
  end: string;
  over_midnight: boolean;
}

/** Whether hours end on the next day: 18:00–02:00, and 09:00–09:00, which is a whole day. */
export const endsNextDay = ({ start, end }: { start: string; end: string }) => end <= start;

/** "18:00 to 09:00 is 15 hours, over midnight." The hours of a form that ends on the next day and has not said that it should. */
export function midnightQuestion(form: FormHours): string | null {
  if (!endsNextDay(form) || form.over_midnight) return null;
  const minutes = (minutesOf(form.end) - minutesOf(form.start) + 1440) % 1440 || 1440;
  const hours = `${Math.floor(minutes / 60)} h${minutes % 60 === 0 ? "" : ` ${minutes % 60} min`}`;
  return `${form.start} to ${form.end} goes over midnight (${hours}). Is that right? Then tick this; else change the times.`;
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
