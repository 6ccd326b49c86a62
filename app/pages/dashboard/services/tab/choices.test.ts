import { expect, test } from "vitest";
import { choicesOf, mailedNames, saveWords } from "./choices";

const guests = ["Anna", "Piet", "Noor", "Sem", "Lot"].map((name) => ({
  id: name,
  name,
  has_email: name !== "Lot",
}));

test("the button counts what it does, and the tick names who is mailed", () => {
  const form = new FormData();
  for (const [id, wish] of Object.entries({ Anna: "move", Piet: "cancel", Noor: "move" }))
    form.set(`choice.${id}`, wish);
  const choices = choicesOf(form);
  expect(saveWords(guests, choices)).toBe("Save: move 2, cancel 1, keep 2");
  expect(mailedNames(guests, choices)).toBe("Anna, Piet, and Noor");
  expect(mailedNames(guests, { ...choices, Sem: "cancel", Lot: "cancel" })).toBe(
    "Anna, Piet, Noor and 1 more",
  );
  expect(saveWords([], {})).toBe("Save");
  expect(mailedNames(guests, {})).toBe("");
});
