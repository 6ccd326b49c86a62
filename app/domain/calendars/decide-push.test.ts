import { expect, test } from "vitest";
import { decidePush, isNews, type KnownEvent, type Span } from "./decide-push";

const at = (hour: number): Span => ({
  starts_at: new Date(Date.UTC(2027, 0, 4, hour)),
  ends_at: new Date(Date.UTC(2027, 0, 4, hour + 1)),
});
const known = (fields: Partial<KnownEvent> = {}): KnownEvent => ({
  written: at(10),
  outside: null,
  outside_span: null,
  ...fields,
});
const write = { do: "write" };
const rest = (outside: string, span: Span | null = null) => ({ do: "rest", outside, span });

test.each<[string, KnownEvent, Span, Span | null, object]>([
  ["as it was written", known(), at(11), at(10), write],
  ["at the wanted time already", known(), at(11), at(11), write],
  ["moved by a person", known(), at(10), at(14), rest("moved", at(14))],
  ["moved by a person, and here too", known(), at(11), at(14), rest("moved", at(14))],
  [
    "moved, and moved back",
    known({ outside: "moved", outside_span: at(14) }),
    at(10),
    at(10),
    write,
  ],
  [
    "moved, still",
    known({ outside: "moved", outside_span: at(14) }),
    at(10),
    at(14),
    rest("moved", at(14)),
  ],
  ["deleted by a person", known(), at(11), null, rest("deleted")],
  ["deleted, still", known({ outside: "deleted" }), at(11), null, rest("deleted")],
  ["deleted, and made again outside", known({ outside: "deleted" }), at(10), at(10), write],
  [
    "moved and left so",
    known({ outside: "kept", outside_span: at(14) }),
    at(10),
    at(14),
    rest("kept", at(14)),
  ],
  [
    "left so, and the booking moves",
    known({ outside: "kept", outside_span: at(14) }),
    at(12),
    at(14),
    write,
  ],
  [
    "left so, and moved again",
    known({ outside: "kept", outside_span: at(14) }),
    at(10),
    at(16),
    rest("moved", at(16)),
  ],
  ["deleted and left so", known({ outside: "kept" }), at(12), null, rest("kept")],
  [
    "left so, and deleted",
    known({ outside: "kept", outside_span: at(14) }),
    at(10),
    null,
    rest("deleted"),
  ],
  ["put back where it was moved", known({ written: null }), at(10), at(14), write],
  ["put back where it was deleted", known({ written: null }), at(10), null, write],
])("%s", (_, before, wanted, found, step) => {
  expect(decidePush(before, wanted, found)).toEqual(step);
});

test("only events that differ from their known state are checked", () => {
  expect(isNews(known(), at(10))).toBe(false);
  expect(isNews(known(), at(14))).toBe(true);
  expect(isNews(known({ outside: "moved", outside_span: at(14) }), at(14))).toBe(false);
  expect(isNews(known({ outside: "moved", outside_span: at(14) }), at(10))).toBe(true);
  expect(isNews(known({ outside: "deleted" }), at(10))).toBe(true);
  expect(isNews(known({ outside: "kept", outside_span: at(14) }), at(14))).toBe(false);
  const odd = { starts_at: new Date(at(10).starts_at.getTime() + 400), ends_at: at(10).ends_at };
  expect(isNews(known(), odd)).toBe(false);
});
