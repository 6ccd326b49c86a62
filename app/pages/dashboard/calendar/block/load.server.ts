import type { Block } from "~/contract/blocks";
import { Id, InstantInput, LocalDate } from "~/contract/common";
import { ResourceFilter } from "~/contract/resources";
import { previewBlock } from "~/domain/blocks/find-conflicts.sql.server";
import { getBlock } from "~/domain/blocks/list-blocks.sql.server";
import type { UserActor } from "~/domain/identity/actor";
import { listResources } from "~/domain/resources/resources.server";
import { calendarOf } from "~/http/page-calendar.server";
import { orNull } from "~/lib/app-error";
import { wallTimeToInstant } from "~/lib/time";
import { type BlockValues, type BlockView, obstaclesOf } from "~/ui/block/block-view";
import { BlockTimes, formOf, instantsOf } from "./block-form";

/** The time-off form from its URL, with conflicts; null if the block no longer exists. */
export async function loadBlock(
  actor: UserActor,
  query: URLSearchParams,
): Promise<BlockView | null> {
  const calendar = calendarOf(actor);
  const id = Id.safeParse(query.get("id")).data ?? null;
  const { data: found } = await listResources(
    actor,
    ResourceFilter.parse({ active: "true", limit: 100 }),
  );
  const resources = found.map(({ id, name }) => ({ id, name }));
  const stored = id === null ? null : await orNull(getBlock(actor, id));
  if (id !== null && stored === null) return null;
  const values = valuesOf(actor, query, stored, resources[0]?.id ?? "");
  return {
    id,
    values,
    resources,
    in_the_way: await obstacles(actor, values, id),
    time_zone: calendar.time_zone,
    calendar: `/dashboard/calendar?view=day&date=${values.day}`,
  };
}

/** Form values: the stored block with changes from the URL, or a default hour. */
function valuesOf(
  actor: UserActor,
  query: URLSearchParams,
  stored: Block | null,
  first: string,
): BlockValues {
  const { time_zone, today } = calendarOf(actor);
  const given = InstantInput.safeParse(query.get("starts_at")).data;
  const minutes = Math.min(Math.max(Number(query.get("minutes")) || 60, 5), 1440);
  const date = LocalDate.safeParse(query.get("date")).data ?? today;
  const starts_ms = stored
    ? Date.parse(stored.starts_at)
    : (given?.getTime() ?? wallTimeToInstant(date, "12:00", time_zone));
  const ends_ms = stored ? Date.parse(stored.ends_at) : starts_ms + minutes * 60_000;
  const values: BlockValues = {
    resource: stored?.resource_id ?? first,
    reason: stored?.reason ?? "",
    ...formOf(starts_ms, ends_ms, time_zone),
  };
  const typed = Object.keys(values).flatMap((name) => {
    const text = query.get(name);
    return text === null ? [] : [[name, text] as const];
  });
  return given && !query.has("day")
    ? { ...values, resource: query.get("resource") ?? first }
    : { ...values, ...Object.fromEntries(typed) };
}

/** null while the times are invalid. */
async function obstacles(
  actor: UserActor,
  values: BlockValues,
  id: string | null,
): Promise<BlockView["in_the_way"]> {
  const times = BlockTimes.safeParse(values).data;
  if (times === undefined) return null;
  const at = {
    resource_id: times.resource,
    ...instantsOf(times, actor.tenant.time_zone),
    except: id,
  };
  if (at.ends_at <= at.starts_at) return null;
  const found = await orNull(previewBlock(actor, at));
  return found && obstaclesOf(found, calendarOf(actor));
}
