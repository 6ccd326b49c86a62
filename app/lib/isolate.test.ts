import { expect, test } from "vitest";
import { isolate } from "./isolate";

const [OPEN, CLOSE] = ["\u2068", "\u2069"];

test.each([
  ["Anna de Vries", "Anna de Vries"],
  ["Zoë 2", "Zoë 2"],
  ["ليلى حداد", `${OPEN}ليلى حداد${CLOSE}`],
  ["דנה", `${OPEN}דנה${CLOSE}`],
  ["Tom\u202e3:00", `${OPEN}Tom3:00${CLOSE}`],
  ["Tom\u2069\u2067", `${OPEN}Tom${CLOSE}`],
])("%j in a sentence becomes %j", (name, text) => expect(isolate(name)).toBe(text));
