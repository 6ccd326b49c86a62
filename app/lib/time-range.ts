// Shared with the widget: emails, pages and the widget write a time in the same way.

export const withoutMarks = (text: string) => text.replace(/[\u200e\u200f]/g, "");

/** "3:00 – 4:00 PM": two times of one day, by a format of the time of day. */
export const timeRange = (clock: Intl.DateTimeFormat, from: Date, to: Date): string =>
  withoutMarks(clock.formatRange(from, to));
