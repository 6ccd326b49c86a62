/** Letters that are written from right to left, and the signs that turn the direction of what follows. */
const TURNS =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;
const [OPEN, CLOSE] = ["\u2068", "\u2069"];

/**
 * A name for the middle of a sentence that is written from left to right: one in Arabic or Hebrew, or with a sign that turns the
 * direction, changes nothing of the words and numbers around it. What is written as an element takes <bdi> instead.
 */
export function isolate(name: string): string {
  return TURNS.test(name) ? `${OPEN}${name.replace(CONTROLS, "")}${CLOSE}` : name;
}
