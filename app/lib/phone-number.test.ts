import { expect, test } from "vitest";
import { countriesOf, isAllowedNumber } from "./phone-number";

test.each([
  ["+31612345678", ["NL"]],
  ["+12125550100", ["CA", "US"]],
  ["+18765550100", ["JM"]],
  ["+77011234567", ["KZ"]],
  ["+79161234567", ["RU"]],
  ["+447700900123", ["GB"]],
  ["+447781123456", ["GG"]],
  ["+999123456789", []],
])("%s belongs to %j", (number, countries) => {
  expect(countriesOf(number)).toEqual(countries);
});

test("only listed countries are allowed, not those that share a calling code", () => {
  expect(isAllowedNumber("+12125550100", ["US"])).toBe(true);
  expect(isAllowedNumber("+18765550100", ["US"])).toBe(false);
  expect(isAllowedNumber("+31612345678", ["NL"])).toBe(true);
  expect(isAllowedNumber("+999123456789", [])).toBe(false);
  expect(isAllowedNumber("+18765550100", [])).toBe(true);
});
