import { MAX_CONFIG_BYTES } from "~/contract/limits";
import type { WidgetConfig } from "~/contract/widget";

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

const fits = (config: WidgetConfig): boolean => bytesOf(config) <= MAX_CONFIG_BYTES;

/**
 * Shrinks a widget's configuration to its size limit: drops the descriptions of resources, then of
 * schedules, then schedules from the end and resources left without one. The chosen schedule stays
 * unchanged.
 */
export function fitConfig(config: WidgetConfig, chosen: string | null): WidgetConfig {
  if (fits(config)) return config;
  const resources = config.resources.map((resource) => ({ ...resource, description: null }));
  if (fits({ ...config, resources })) return { ...config, resources };
  const schedules = config.schedules.map((schedule) =>
    schedule.id === chosen || schedule.description === null
      ? schedule
      : { ...schedule, description: null, description_follows: true as const },
  );
  return withFewer({ ...config, resources, schedules }, chosen);
}

function withFewer(config: WidgetConfig, chosen: string | null): WidgetConfig {
  const sizes = new Map(config.resources.map((resource) => [resource.id, bytesOf(resource) + 1])); // each with its comma
  const first = config.schedules.filter(({ id }) => id === chosen);
  const others = config.schedules.filter(({ id }) => id !== chosen);
  let left = MAX_CONFIG_BYTES - bytesOf({ ...config, resources: [], schedules: [] });
  const fitting = new Set<string>();
  const named = new Set<string>();
  for (const schedule of [...first, ...others]) {
    const added = schedule.resource_ids.filter((id) => !named.has(id));
    left -= bytesOf(schedule) + 1 + added.reduce((sum, id) => sum + (sizes.get(id) ?? 0), 0);
    if (left < 0) break;
    fitting.add(schedule.id);
    for (const id of added) named.add(id);
  }
  return {
    ...config,
    resources: config.resources.filter(({ id }) => named.has(id)),
    schedules: config.schedules.filter(({ id }) => fitting.has(id)),
  };
}
