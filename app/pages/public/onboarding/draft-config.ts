import type { WidgetConfig } from "~/contract/widget";

/** Input of a step so far. */
export interface SetUpDraft {
  names: string[];
  type: string;
  capacity: number;
  service: string;
  duration_minutes: number;
  price_amount: number | null;
  currency: string;
}

/** The stored configuration with current input applied, for the preview. */
export function draftConfig(config: WidgetConfig, draft: SetUpDraft): WidgetConfig {
  const { names, type, capacity, service, duration_minutes, price_amount, currency } = draft;
  const resources = names.map((name, index) => ({
    id: `draft ${index}`,
    type,
    name,
    capacity,
    description: null,
    image_url: null,
    color: null,
  }));
  const schedule: WidgetConfig["schedules"][number] = {
    id: "draft",
    name: service,
    resource_ids: resources.map(({ id }) => id),
    description: null,
    image_url: null,
    category: null,
    location: { kind: "here", text: null },
    anyone: resources.length > 1,
    price_from: null,
    base_price_from: null,
    length_options: [],
    resource_terms: [],
    duration_minutes,
    price_amount,
    currency: price_amount === null ? null : currency,
    time_zone: config.tenant.time_zone,
    max_party_size: capacity,
    requires_payment: false,
    requires_approval: false,
    min_notice_minutes: 120,
    max_advance_days: 90,
    addons: [],
    person_kinds: [],
    questions: [],
  };
  return { ...config, resources, schedules: [schedule] };
}
