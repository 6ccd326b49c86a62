import { expect, test } from "vitest";
import { formState } from "./form-state";

const stored = { name: "Linden", address: { city: "Utrecht" }, days: ["1", "2"], size: 4 };

test("a form shows what is stored, nested and repeated fields too", () => {
  const state = formState(stored, undefined);
  expect([state.text("name"), state.text("address.city"), state.list("days"), state.text("size")]).toEqual([
    "Linden",
    "Utrecht",
    ["1", "2"],
    "4",
  ]);
  expect([state.text("website"), state.problem("name"), state.is_refused]).toEqual(["", undefined, false]);
});

test("a refused form shows what was typed, also a field that was emptied", () => {
  const refusal = {
    initialValue: { intent: "edit", address: { city: "x" } },
    error: { "address.city": ["Too short."] },
  };
  const state = formState(stored, refusal, "edit");
  expect([state.text("name"), state.text("address.city"), state.problem("address.city")]).toEqual([
    "",
    "x",
    "Too short.",
  ]);
  expect(state.is_refused).toBe(true);
});

test("the other forms of the page are not touched", () => {
  const state = formState(stored, { initialValue: { intent: "delete" }, error: { "": ["No."] } }, "edit");
  expect([state.text("name"), state.problems, state.is_refused]).toEqual(["Linden", [], false]);
});

test("what is wrong with one of several values is said at their field", () => {
  const state = formState(stored, {
    initialValue: {},
    error: { "days[1]": ["No such day."], "days[0].hour": ["Odd."] },
  });
  expect(state.problem("days")).toBe("No such day.");
});
