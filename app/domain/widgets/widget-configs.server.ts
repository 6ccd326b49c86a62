import type { PageOf } from "~/contract/common";
import { MAX_WIDGET_CONFIGS } from "~/contract/limits";
import type {
  NewWidgetConfiguration,
  WidgetConfiguration,
  WidgetConfigurationFilter,
  WidgetConfigurationPatch,
} from "~/contract/widget-configs";
import { AppError, notFound } from "~/lib/app-error";
import { readTimeCursor, toPage, wantsTotal, writeCursor } from "~/lib/cursor.server";
import { pool, prisma, type Sql, transaction } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { toRfc3339 } from "~/lib/time";
import type { Prisma, WidgetConfig as Row } from "../../../prisma/generated/client";
import { changedFields, writeAudit } from "../audit/write-audit.server";
import type { StaffActor } from "../identity/actor";
import { readSettings, type StoredSettings } from "../identity/widget-settings";
import { checkSettings } from "./check-settings.server";
import {
  countConfigs,
  findBoundKeys,
  findConfig,
  insertConfig,
  lockConfigs,
  makeDefault,
  removeConfig,
  writeConfig,
} from "./widget-configs.sql.server";

const SORT = "created_at";

function toConfiguration({
  tenant_id: _tenant,
  settings,
  created_at,
  updated_at,
  ...row
}: Row): WidgetConfiguration {
  return {
    ...row,
    ...readSettings(settings as StoredSettings), // only written through the contract's schema
    created_at: toRfc3339(created_at.getTime()),
    updated_at: toRfc3339(updated_at.getTime()),
  };
}

/** The tenant's configurations, the oldest first. */
export async function listWidgetConfigs(
  actor: StaffActor,
  filter: WidgetConfigurationFilter,
): Promise<PageOf<WidgetConfiguration>> {
  const where: Prisma.WidgetConfigWhereInput = {
    tenant_id: actor.tenant.id,
    ...(filter.is_default !== undefined && { is_default: filter.is_default }),
  };
  const rows = await prisma.widgetConfig.findMany({
    where: filter.cursor === undefined ? where : { AND: [where, afterCursor(filter.cursor)] },
    orderBy: [{ created_at: "asc" }, { id: "asc" }],
    take: filter.limit + 1,
  });
  const total = wantsTotal(filter) ? await prisma.widgetConfig.count({ where }) : undefined;
  const page = toPage(
    rows,
    filter.limit,
    (row) => writeCursor(SORT, [row.created_at.toISOString(), row.id]),
    total,
  );
  return { ...page, data: page.data.map(toConfiguration) };
}

function afterCursor(cursor: string): Prisma.WidgetConfigWhereInput {
  const { at, id } = readTimeCursor(SORT, cursor);
  return { OR: [{ created_at: { gt: at } }, { created_at: at, id: { gt: id } }] };
}

/** Throws not_found. */
export async function getWidgetConfig(actor: StaffActor, id: string): Promise<WidgetConfiguration> {
  return toConfiguration(await findRow(pool, actor, id));
}

/**
 * The first one is the default. Throws validation_failed (unknown resources or schedules),
 * already_exists (as many as there may be).
 */
export async function createWidgetConfig(
  actor: StaffActor,
  { name, ...given }: NewWidgetConfiguration,
): Promise<WidgetConfiguration> {
  const settings = readSettings(given);
  await checkSettings(actor, settings, null);
  return transaction((db) => makeConfig(db, actor, name, settings, {}));
}

/** A copy under the name "Name (copy)", which nothing uses. Throws not_found, already_exists. */
export async function duplicateWidgetConfig(
  actor: StaffActor,
  id: string,
): Promise<WidgetConfiguration> {
  return transaction(async (db) => {
    const { name, settings } = await findRow(db, actor, id);
    return makeConfig(db, actor, copyName(name), readSettings(settings as StoredSettings), {
      copy_of: id,
    });
  });
}

const COPY = " (copy)";
const MAX_NAME = 120;
/** Cut between whole characters if it would be too long. */
function copyName(name: string): string {
  let copied = "";
  for (const character of name) {
    if (copied.length + character.length + COPY.length > MAX_NAME) break;
    copied += character;
  }
  return copied + COPY;
}

async function makeConfig(
  db: Sql,
  actor: StaffActor,
  name: string,
  settings: ReturnType<typeof readSettings>,
  diff: Record<string, unknown>,
): Promise<WidgetConfiguration> {
  const tenantId = actor.tenant.id;
  await lockConfigs(db, tenantId);
  const counted = await countConfigs(db, tenantId);
  if (counted.all >= MAX_WIDGET_CONFIGS)
    throw new AppError(
      "already_exists",
      `At most ${MAX_WIDGET_CONFIGS} configurations; delete one first.`,
    );
  const id = newId();
  const row = await insertConfig(db, tenantId, {
    id,
    name,
    is_default: counted.defaults === 0,
    settings,
  });
  await audit(db, actor, id, "widget_config.created", { name, ...diff });
  return toConfiguration(row);
}

/**
 * Updates the given fields; of branding and steps only the given ones. Throws not_found,
 * version_conflict, validation_failed (unknown resources or schedules; those chosen before and
 * deleted since may stay).
 */
export async function updateWidgetConfig(
  actor: StaffActor,
  id: string,
  { version, name, ...patch }: WidgetConfigurationPatch,
): Promise<WidgetConfiguration> {
  return transaction(async (db) => {
    const row = await findRow(db, actor, id, true);
    if (version !== undefined && version !== row.version)
      throw new AppError(
        "version_conflict",
        "Someone else has changed this configuration. Reload it and try again.",
      );
    const before = readSettings(row.settings as StoredSettings);
    const settings = readSettings({
      ...before,
      ...patch,
      branding: { ...before.branding, ...patch.branding },
      steps: { ...before.steps, ...patch.steps },
    });
    await checkSettings(actor, settings, before);
    const diff = changedFields(
      { ...before, name: row.name },
      { ...settings, ...(name !== undefined && { name }) },
    );
    if (Object.keys(diff).length === 0) return toConfiguration(row);
    const updated = await writeConfig(db, row, name ?? row.name, settings);
    await audit(db, actor, id, "widget_config.updated", diff);
    return toConfiguration(updated);
  });
}

/**
 * Makes it the default: keys that are not bound to a configuration use it from now on. Throws
 * not_found.
 */
export async function setDefaultWidgetConfig(
  actor: StaffActor,
  id: string,
): Promise<WidgetConfiguration> {
  return transaction(async (db) => {
    await lockConfigs(db, actor.tenant.id);
    const row = await findRow(db, actor, id, true);
    if (row.is_default) return toConfiguration(row);
    const updated = await makeDefault(db, row);
    await audit(db, actor, id, "widget_config.made_default", {});
    return toConfiguration(updated);
  });
}

/** Throws not_found, in_use (the default; a key is bound to it), with what uses it. */
export async function deleteWidgetConfig(actor: StaffActor, id: string): Promise<void> {
  await transaction(async (db) => {
    const row = await findRow(db, actor, id, true); // a key that is being bound to it waits, and finds it gone
    const api_keys = await findBoundKeys(db, row);
    if (row.is_default || api_keys.length > 0) throw inUse(row.is_default, api_keys);
    await removeConfig(db, row);
    await audit(db, actor, id, "widget_config.deleted", { name: row.name });
  });
}

function inUse(is_default: boolean, api_keys: { id: string; name: string }[]): AppError {
  const names = api_keys.map(({ name }) => `“${name}”`).join(", ");
  const message = is_default
    ? "This is the default. Make another configuration the default first."
    : `This is used by ${names}. Choose another configuration there first.`;
  return new AppError("in_use", message, { details: { is_default, api_keys } });
}

async function findRow(db: Sql, actor: StaffActor, id: string, lock = false): Promise<Row> {
  const row = await findConfig(db, actor.tenant.id, id, lock);
  if (row === undefined) throw notFound("Widget configuration", id);
  return row;
}

async function audit(
  db: Sql,
  actor: StaffActor,
  id: string,
  action: string,
  diff: Record<string, unknown>,
) {
  await writeAudit(db, actor, { action, entity: "widget_config", entity_id: id, diff });
}
