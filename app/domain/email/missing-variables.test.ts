import { expect, test } from "vitest";
import { templateKeys } from "~/contract/email";
import { LOCALES } from "~/i18n/locales";
import { defaultTemplate } from "./default-templates";
import { missingVariables } from "./missing-variables";

test("the service's own texts have what each mail needs, in every language", () => {
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

test("a mail that leads nowhere needs no link, others need theirs", () => {
  expect(missingVariables("booking_cancelled", "Bye")).toEqual([]);
  expect(missingVariables("payment_request", "{{ links.manage }}")).toEqual(["links.pay"]);
});
