/** Right-to-left letters and direction control characters. */
const TURNS =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;
const [OPEN, CLOSE] = ["\u2068", "\u2069"];

/**
 * Isolates a name for use inside a left-to-right sentence, so that Arabic, Hebrew or control
 * characters don't reorder the text around it. HTML uses <bdi> instead.
 */
export function isolate(name: string): string {
  return TURNS.test(name) ? `${OPEN}${name.replace(CONTROLS, "")}${CLOSE}` : name;
}
