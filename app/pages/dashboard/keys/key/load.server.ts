import { type ApiKey, NewApiKey } from "~/contract/api-keys";
import { WidgetConfigurationFilter } from "~/contract/widget-configs";
import { getApiKey, getBaseKey } from "~/domain/api-keys/api-keys.server";
import type { UserActor } from "~/domain/identity/actor";
import { listWidgetConfigs } from "~/domain/widgets/widget-configs.server";
import { orNoPage } from "~/http/or-no-page.server";
import { calendarOf } from "~/http/page-calendar.server";
import { clock } from "~/lib/clock";
import { localDateOf } from "~/lib/time";
import { fieldLimits } from "~/ui/form/field-limits";
import { instantWriter } from "~/ui/when";
import { keyState, mayDo } from "../key-words";
import type { EditIntent } from "../key-forms";

export type KeyView = Awaited<ReturnType<typeof loadKey>>;

/** Loads a key's page. Throws a 404 response. */
export async function loadKey(actor: UserActor, keyId: string) {
  const key = await orNoPage(getApiKey(actor, keyId));
  const calendar = calendarOf(actor);
  const write = instantWriter(calendar);
  const configurations = await listWidgetConfigs(
    actor,
    WidgetConfigurationFilter.parse({ limit: 100 }),
  );
  const isBase = key.is_base && key.revoked_at === null;
  const { previous_key_expires_at: overlap, expires_at } = key;
  const { id, name, kind, prefix, last4, allowed_origins, scopes, widget_config_id } = key;
  return {
    id,
    name,
    text: `${prefix}…${last4}`,
    may_do: mayDo(key),
    base_text: isBase ? (await getBaseKey(actor)).key : null,
    edit: editIntent(key),
    is_secret: kind === "secret",
    state: keyState(key, clock.now(), write),
    made: write(key.created_at),
    made_by: key.created_by?.name ?? null,
    used: key.last_used_at && write(key.last_used_at),
    both_until: overlap !== null && Date.parse(overlap) > clock.now() ? write(overlap) : null,
    limits: fieldLimits(NewApiKey.options[0]),
    configurations: configurations.data.map((one) => ({ id: one.id, name: one.name })),
    stored: {
      name,
      scopes,
      widget_config_id,
      allowed_origins: allowed_origins.join("\n"),
      // The key expires at the end of its last day.
      last_day: expires_at && localDateOf(Date.parse(expires_at) - 1, calendar.time_zone),
    },
  };
}

/** Intent of the edit form; null for a revoked key. */
function editIntent({ kind, is_base, revoked_at }: ApiKey): EditIntent | null {
  if (revoked_at !== null) return null;
  return kind === "secret" ? "edit_secret" : is_base ? "edit_base" : "edit_publishable";
}
