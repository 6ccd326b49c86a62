import { expect, test } from "vitest";
import { templateKeys } from "~/contract/email";
import { LOCALES } from "~/i18n/locales";
import { defaultTemplate } from "./default-templates";
import { missingVariables } from "./missing-variables";

test("default texts contain the required variables in every language", () => {
  for (const locale of LOCALES)
    for (const key of templateKeys)
      expect([locale, key, missingVariables(key, defaultTemplate(key, locale).body)]).toEqual([
        locale,
        key,
        [],
      ]);
});

test.each([
  ["Hello {{ customer.name }}", ["links.manage"]],
  ["{% if links.manage %}yes{% endif %}", ["links.manage"]],
  ["{{ links.manager }}", ["links.manage"]],
  ["{{links.manage}}", []],
  ['<a href="{{- links.manage | escape -}}">', []],
  ["{{ links[ 'manage' ] }}", []],
])("%s", (body, missing) => expect(missingVariables("booking_confirmed", body)).toEqual(missing));

test("an email without an action needs no link, others do", () => {
  expect(missingVariables("booking_cancelled", "Bye")).toEqual([]);
  expect(missingVariables("payment_request", "{{ links.manage }}")).toEqual(["links.pay"]);
});
