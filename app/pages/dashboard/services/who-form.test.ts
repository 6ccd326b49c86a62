import { expect, test } from "vitest";
import type { Schedule } from "~/contract/schedules";
import { NO_TERMS } from "~/contract/service-fields";
import { patchOfWho, WhoForm } from "./who-form";

const SHOWN = "019aa0c4-6c00-7000-8000-000000000001";
const OTHER = "019aa0c4-6c00-7000-8000-000000000002";
const own = { resource_id: OTHER, ...NO_TERMS, price_amount: 4800 };
const before = { resource_ids: [SHOWN, OTHER], resource_terms: [own], currency: "EUR" } as Schedule; // what is read of it

test("a service keeps the resources that the form did not show, with what they have of their own", () => {
  const form = WhoForm.parse({ seen: "1", resource_ids: [SHOWN] });
  expect(patchOfWho(form, before, "EUR", [SHOWN])).toMatchObject({
    resource_ids: [SHOWN, OTHER],
    resource_terms: [own],
  });
});

test("a resource that the form showed and nobody ticked goes, with what it had of its own", () => {
  const form = WhoForm.parse({
    seen: "1",
    resource_ids: [SHOWN],
    terms: { [OTHER]: { price: "48" } },
  });
  expect(patchOfWho(form, before, "EUR", [SHOWN, OTHER])).toMatchObject({
    resource_ids: [SHOWN],
    resource_terms: [],
  });
});
