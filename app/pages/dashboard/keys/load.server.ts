import { type ApiKey, ApiKeyFilter } from "~/contract/api-keys";
import type { Role } from "~/contract/common";
import { UserFilter } from "~/contract/users";
import { WidgetConfigurationFilter } from "~/contract/widget-configs";
import { listApiKeys } from "~/domain/api-keys/api-keys.server";
import { lowerRole, type UserActor } from "~/domain/identity/actor";
import { listUsers } from "~/domain/users/list-users.sql.server";
import { listWidgetConfigs } from "~/domain/widgets/widget-configs.server";
import { orFirstPage } from "~/http/or-first-page.server";
import { calendarOf } from "~/http/page-calendar.server";
import { clock } from "~/lib/clock";
import { instantWriter } from "~/ui/when";
import { keyState, mayDo } from "./key-words";

const MOST = 100;

export type KeysView = Awaited<ReturnType<typeof loadKeys>>;

/** A page of keys, and the people whose secret keys can be revoked together. */
export async function loadKeys(actor: UserActor, search: URLSearchParams) {
  const write = instantWriter(calendarOf(actor));
  const cursor = search.get("cursor") ?? undefined;
  const [{ page, moved }, configurations, people] = await Promise.all([
    orFirstPage({ ...ApiKeyFilter.parse({}), cursor }, (filter) => listApiKeys(actor, filter)),
    listWidgetConfigs(actor, WidgetConfigurationFilter.parse({ limit: MOST })),
    listUsers(actor, UserFilter.parse({ status: "active", limit: MOST })),
  ]);
  const roles = new Map(people.data.map(({ id, role }) => [id, role]));
  return {
    problem: moved,
    has_cursor: cursor !== undefined && moved === null,
    next_cursor: page.page.next_cursor,
    /** People who may know an active secret key. */
    makers: people.data
      .filter(({ live_keys }) => live_keys > 0)
      .map(({ id, name, email }) => ({ value: id, label: name ?? email })),
    keys: page.data.map((key) => {
      const { id, name, kind, mode, prefix, last4, allowed_origins, widget_config_id, created_by } =
        key;
      return {
        id,
        name,
        is_test: mode === "test",
        text: `${prefix}…${last4}`,
        ...rightsOf(key, roles.get(created_by?.id ?? "")),
        /** Allowed websites; empty for all, null for server keys. */
        websites: kind === "secret" ? null : allowed_origins,
        widget: configurations.data.find((one) => one.id === widget_config_id)?.name ?? null,
        made_by: created_by?.name
          ? { name: created_by.name, has_left: created_by.removed_at !== null }
          : null,
        used: key.last_used_at && write(key.last_used_at),
        state: keyState(key, clock.now(), write),
      };
    }),
  };
}

/** A key's permissions. A secret key never exceeds its creator's current role. */
function rightsOf(key: ApiKey, makersRole: Role | undefined) {
  const role = key.role && makersRole ? lowerRole(key.role, makersRole) : key.role;
  return { may_do: mayDo({ ...key, role }), is_reduced: role !== key.role };
}
