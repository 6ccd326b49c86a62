/** Parses a typed percentage from 1 to 99, such as "25" or "25 %"; null if invalid. */
export function readPercent(typed: string): number | null {
  const [, number = ""] = /^(\d{1,2})\s*%?$/.exec(typed.trim()) ?? [];
  const percent = Number.parseInt(number, 10);
  return percent >= 1 ? percent : null;
}
