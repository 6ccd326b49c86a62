import { NewWidgetConfiguration, type WidgetSettings } from "~/contract/widget-configs";

const { name: _name, ...plain } = NewWidgetConfiguration.parse({ name: "Plain" });

/** Defaults for missing settings, and for a company without a configuration. */
const DEFAULTS: WidgetSettings = {
  ...plain,
  branding: { accent: null, theme: "auto", density: "comfortable", radius: 8, show_logo: true },
  steps: {
    phone: "optional",
    notes: "optional",
    choose_resource: true,
    waitlist: true,
    add_service: true,
  },
};

/**
 * Stored settings were validated by the contract, perhaps by an earlier version with fewer fields.
 */
export type StoredSettings = Partial<Omit<WidgetSettings, "branding" | "steps">> & {
  branding?: Partial<WidgetSettings["branding"]>;
  steps?: Partial<WidgetSettings["steps"]>;
};

/** Stored settings with today's defaults for missing fields. */
export function readSettings(stored: StoredSettings): WidgetSettings {
  return {
    ...DEFAULTS,
    ...stored,
    branding: { ...DEFAULTS.branding, ...stored.branding },
    steps: { ...DEFAULTS.steps, ...stored.steps },
  };
}

/**
 * The part of a configuration that decides what a visitor may do; appearance and texts are not read
 * with every call.
 */
export type WidgetRules = Omit<WidgetSettings, (typeof LOOKS)[number]> & {
  /** null: the company has no configuration. */
  id: string | null;
};
export const LOOKS = ["branding", "locale", "texts", "policy_text", "success_url"] as const;

export function readRules(id: string | null, stored: StoredSettings): WidgetRules {
  const {
    branding: _b,
    locale: _l,
    texts: _t,
    policy_text: _p,
    success_url: _s,
    ...rules
  } = readSettings(stored);
  return { ...rules, id };
}
