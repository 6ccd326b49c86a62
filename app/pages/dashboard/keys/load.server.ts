import { ApiKeyFilter } from "~/contract/api-keys";
import { UserFilter } from "~/contract/users";
import { WidgetConfigurationFilter } from "~/contract/widget-configs";
import { listApiKeys } from "~/domain/api-keys/api-keys.server";
import type { UserActor } from "~/domain/identity/actor";
import { listUsers } from "~/domain/users/list-users.sql.server";
import { listWidgetConfigs } from "~/domain/widgets/widget-configs.server";
import { orFirstPage } from "~/http/or-first-page.server";
import { calendarOf } from "~/http/page-calendar.server";
import { clock } from "~/lib/clock";
import { t } from "~/i18n/text";
import { instantWriter } from "~/ui/when";
import { keyState, mayDo } from "./key-words";

const MOST = 100;

export type KeysView = Awaited<ReturnType<typeof loadKeys>>;

/** A page of the company's keys, and the people whose secret keys can be revoked together. */
export async function loadKeys(actor: UserActor, search: URLSearchParams) {
  const write = instantWriter(calendarOf(actor));
  const cursor = search.get("cursor") ?? undefined;
  const [{ page, moved }, configurations, makers] = await Promise.all([
    orFirstPage({ ...ApiKeyFilter.parse({}), cursor }, (filter) => listApiKeys(actor, filter)),
    listWidgetConfigs(actor, WidgetConfigurationFilter.parse({ limit: MOST })),
    listMakers(actor),
  ]);
  return {
    problem: moved,
    has_cursor: cursor !== undefined && moved === null,
    next_cursor: page.page.next_cursor,
    makers,
    keys: page.data.map((key) => {
      const { id, name, kind, mode, prefix, last4, allowed_origins, widget_config_id, created_by } =
        key;
      return {
        ...{ id, name, is_test: mode === "test", text: `${prefix}…${last4}` },
        may_do: mayDo(key),
        /** Where a publishable key works; none: everywhere. null: the key is for servers. */
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

/** The people who know the text of a secret key that works: those who are here, and those who have left. */
async function listMakers(actor: UserActor) {
  const [people, ofRemoved] = await Promise.all([
    listUsers(actor, UserFilter.parse({ status: "active", limit: MOST })),
    listApiKeys(actor, ApiKeyFilter.parse({ created_by_removed: "true", limit: MOST })),
  ]);
  const here = people.data
    .filter(({ live_keys }) => live_keys > 0)
    .map(({ id, name, email }) => ({ value: id, label: name ?? email }));
  const left = ofRemoved.data
    .filter(({ kind, revoked_at }) => kind === "secret" && revoked_at === null)
    .flatMap(({ created_by }) =>
      created_by === null
        ? []
        : [
            {
              value: created_by.id,
              label:
                created_by.name === null
                  ? t("Someone who has left")
                  : t("{name}, who has left", { name: created_by.name }),
            },
          ],
    );
  return [...new Map([...here, ...left].map((one) => [one.value, one])).values()];
}
