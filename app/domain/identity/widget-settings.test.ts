import { expect, test } from "vitest";
import { WidgetConfiguration } from "~/contract/widget-configs";
import { readRules, readSettings } from "./widget-settings";

const row = {
  id: "019ab000-0000-7000-8000-000000000000",
  name: "Default",
  is_default: true,
  version: 1,
  created_at: "2026-11-20T00:00:00Z",
  updated_at: "2026-11-20T00:00:00Z",
};

test("settings stored by an earlier version are completed", () => {
  for (const stored of [
    {},
    { verification: "email" as const },
    { branding: { accent: "#123456" } },
  ]) {
    const settings = readSettings(stored);
    expect(WidgetConfiguration.parse({ ...row, ...settings })).toMatchObject(stored);
  }
  expect(readSettings({})).toEqual({
    branding: { accent: null, theme: "auto", density: "comfortable", radius: 8, show_logo: true },
    locale: null,
    texts: {},
    resource_ids: null,
    schedule_ids: null,
    questions: [],
    verification: "off",
    payment: "required",
    policy_text: null,
    terms_url: null,
    success_url: null,
    allowed_origins: [],
    steps: {
      phone: "optional",
      notes: "optional",
      choose_resource: true,
      waitlist: true,
      add_service: true,
    },
  });
});

test("rules are the settings without appearance and texts", () => {
  const rules = readRules("id", {
    payment: "off",
    texts: { en: { title: "Book" } },
    steps: { waitlist: false },
  });
  expect(Object.keys(rules).sort()).toEqual(
    [
      "allowed_origins",
      "id",
      "payment",
      "questions",
      "resource_ids",
      "schedule_ids",
      "steps",
      "terms_url",
    ]
      .concat("verification")
      .sort(),
  );
  expect(rules).toMatchObject({
    id: "id",
    payment: "off",
    steps: { waitlist: false, phone: "optional" },
  });
});
