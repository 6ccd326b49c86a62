/** How a figure differs from an earlier one, in words. */
export function compared(now: number, before: number, write: (value: number) => string, when: string): string {
  if (now === before) return `as many as ${when}`;
  return `${write(Math.abs(now - before))} ${now > before ? "more" : "less"} than ${when}`;
}
