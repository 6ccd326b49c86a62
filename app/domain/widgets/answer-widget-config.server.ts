import { MAX_DAYS_FOR_VISITORS } from "~/contract/limits";
import type { AvailabilityQuery } from "~/contract/slots";
import { WidgetConfig, type WidgetConfigQuery } from "~/contract/widget";
import { sha256 } from "~/lib/crypto.server";
import { matchesTag } from "~/lib/etag";
import type { KeyActor } from "../identity/actor";
import { readAvailability } from "../slots/availability.sql.server";
import { readShownWidget } from "./read-widget-config.server";

export interface WidgetConfigAnswer {
  etag: string;
  /** null when `etag` matches the caller's. */
  json: string | null;
  /** Served from the cache: it counts against no rate limit. */
  was_cached: boolean;
  /** How long a browser may use it without revalidating. */
  max_age_seconds: number;
}

/**
 * A widget's configuration as JSON with its ETag. On request, and if there is nothing to choose
 * first, it includes the free times of the only service. `known` is the caller's If-None-Match.
 * Throws not_found, origin_not_allowed, validation_failed (an invalid range).
 */
export async function answerWidgetConfig(
  caller: KeyActor,
  query: WidgetConfigQuery,
  known: string | null,
): Promise<WidgetConfigAnswer> {
  const { config, actor, version, is_cached } = await readShownWidget(caller, query);
  const slotQuery =
    query.include?.includes("availability") === true ? availabilityOf(actor, config, query) : null;
  const availability =
    slotQuery === null
      ? null
      : await readAvailability(actor, slotQuery, MAX_DAYS_FOR_VISITORS, null);
  const parts = [config.config.id, query, version, availability?.etag];
  const etag = `W/"${sha256(JSON.stringify(parts)).toString("base64url").slice(0, 22)}"`;
  // A link may be used up by its visitor's own booking.
  const max_age_seconds = query.booking_link_token !== undefined ? 0 : slotQuery === null ? 30 : 5;
  const was_cached = is_cached && (availability === null || availability.was_cached === true);
  if (matchesTag(known, etag)) return { etag, json: null, was_cached, max_age_seconds };
  const configText = textOf(config);
  const json =
    availability === null
      ? configText
      : `${configText.slice(0, -1)},"availability":${availability.json}}`;
  return { etag, json, was_cached, max_age_seconds };
}

/** The JSON of cached configurations is cached, too. */
const texts = new WeakMap<WidgetConfig, string>();

function textOf(config: WidgetConfig): string {
  const known = texts.get(config);
  if (known !== undefined) return known;
  const text = JSON.stringify(WidgetConfig.parse(config));
  texts.set(config, text);
  return text;
}

/**
 * The times shown first; null if a visitor has to make a choice before, or the key may not read
 * them.
 */
function availabilityOf(
  actor: KeyActor,
  config: WidgetConfig,
  query: WidgetConfigQuery,
): AvailabilityQuery | null {
  if (!actor.scopes.includes("availability:read")) return null;
  const { resource_id, schedule_id, from, to, tz, party_size, length_minutes } = query;
  const range = { from, to, tz, party_size, length_minutes };
  const fitting = config.schedules
    .filter(({ id }) => schedule_id === undefined || id === schedule_id)
    .map(({ id, resource_ids, duration_minutes, length_options }) => ({
      id,
      lengths: [duration_minutes, ...length_options.map(({ minutes }) => minutes)],
      resource_ids: resource_ids.filter((one) => resource_id === undefined || one === resource_id),
    }))
    .filter(({ resource_ids }) => resource_ids.length > 0);
  const [first, second] = fitting;
  if (first === undefined || !fitting.every(({ lengths }) => isChosen(lengths, length_minutes)))
    return null;
  if (resource_id !== undefined || schedule_id !== undefined)
    return {
      ...range,
      schedule_id,
      ...(resource_id !== undefined && { resource_id: [resource_id] }),
    };
  if (second !== undefined) return null;
  if (first.resource_ids.length === 1)
    return { ...range, schedule_id: first.id, resource_id: first.resource_ids };
  return config.steps.choose_resource ? null : { ...range, schedule_id: first.id };
}

/** Whether the visitor has no length to choose: there is only one, or one was requested. */
const isChosen = (lengths: number[], chosen: number | undefined): boolean =>
  chosen === undefined ? lengths.length === 1 : lengths.includes(chosen);
