import { expect, test } from "vitest";
import { requestIdOf } from "./request-id";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const traceparent = `00-${TRACE}-00f067aa0ba902b7-01`;
const NEW = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

test("uses the caller's id, else its trace id", () => {
  expect(requestIdOf({ "x-request-id": "order.7_A-42" })).toBe("order.7_A-42");
  expect(requestIdOf({ "x-request-id": "order.7_A-42", traceparent })).toBe("order.7_A-42");
  expect(requestIdOf({ traceparent })).toBe(TRACE);
  expect(requestIdOf({ "x-request-id": "short", traceparent })).toBe(TRACE);
});

test.each([
  ["nothing", {}],
  ["an id that is too long", { "x-request-id": "a".repeat(65) }],
  ["a line break", { "x-request-id": "12345678\n{}" }],
  ["markup", { "x-request-id": "<script>12345678" }],
  ["a list of ids", { "x-request-id": "12345678, 12345678" }],
  ["a trace of zeros", { traceparent: `00-${"0".repeat(32)}-00f067aa0ba902b7-01` }],
  ["a trace of another shape", { traceparent: `${traceparent}-more` }],
])("%s gets a new id", (_what, headers) => {
  expect(requestIdOf(headers)).toMatch(NEW);
});
