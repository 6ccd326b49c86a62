import { Button } from "@mantine/core";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { ApiKeyFilter } from "~/contract/api-keys";
import { UserFilter } from "~/contract/users";
import { WidgetConfigurationFilter } from "~/contract/widget-configs";
import { listApiKeys } from "~/domain/api-keys/api-keys.server";
import { revokeKeysOf } from "~/domain/api-keys/change-key.server";
import { RevokeAllForm } from "./key-forms";
import type { UserActor } from "~/domain/identity/actor";
import { listUsers } from "~/domain/users/list-users.sql.server";
import { listWidgetConfigs } from "~/domain/widgets/widget-configs.server";
import { redirectWith } from "~/http/flash.server";
import { orFirstPage } from "~/http/or-first-page.server";
import { calendarOf } from "~/http/page-calendar.server";
import { requireActor, submit } from "~/http/page.server";
import { clock } from "~/lib/clock";
import { Badge } from "~/ui/feedback/badge";
import { Notice } from "~/ui/feedback/notice";
import { Confirm } from "~/ui/form/confirm";
import { SelectField } from "~/ui/form/fields";
import { formState } from "~/ui/form/form-state";
import { Icon } from "~/ui/icon";
import { keyState, mayDo } from "./key-words";
import { EmptyList } from "~/ui/layout/filter-form";
import { PageHeader } from "~/ui/layout/page-header";
import { Pager } from "~/ui/layout/pager";
import { instantWriter } from "~/ui/when";
import styles from "~/ui/layout/rows.module.css";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: "API keys · Booking Service" }];

const PATH = "/dashboard/keys";
const MOST = 100;

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request, "admin");
  const write = instantWriter(calendarOf(actor));
  const cursor = new URL(request.url).searchParams.get("cursor") ?? undefined;
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
      const { id, name, kind, mode, prefix, last4, allowed_origins, widget_config_id, created_by } = key;
      const configuration = configurations.data.find((one) => one.id === widget_config_id);
      return {
        ...{ id, name, is_test: mode === "test", text: `${prefix}…${last4}` },
        may_do: mayDo(key),
        where:
          kind === "secret"
            ? null
            : allowed_origins.length === 0
              ? "On every website"
              : `On ${allowed_origins.join(", ")}`,
        configuration: configuration ? `Widget: ${configuration.name}` : null,
        made_by: created_by?.name ? `Made by ${created_by.name}${created_by.removed_at ? ", who has left" : ""}` : null,
        used: key.last_used_at === null ? "Never used" : `Last used ${write(key.last_used_at)}`,
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
      created_by ? [{ value: created_by.id, label: `${created_by.name}, who has left` }] : [],
    );
  return [...new Map([...here, ...left].map((one) => [one.value, one])).values()];
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "admin");
  return submit(request, RevokeAllForm, async ({ created_by }) => {
    const count = await revokeKeysOf(actor, created_by);
    return redirectWith(PATH, count === 1 ? "Revoked 1 secret key." : `Revoked ${count} secret keys.`);
  });
}

export default function Keys() {
  const { keys, makers, problem, has_cursor, next_cursor } = useLoaderData<typeof loader>();
  const state = formState({}, useActionData<typeof action>()?.result);
  return (
    <>
      <PageHeader title="API keys">
        <Button component={Link} to="/dashboard/keys/new" leftSection={<Icon name="plus" size={18} />}>
          New key
        </Button>
      </PageHeader>
      {problem !== null && (
        <div className={styles.above}>
          <Notice tone="bad">{problem}</Notice>
        </div>
      )}
      {keys.length === 0 ? (
        <EmptyList icon="key" title="No keys yet" clear={null}>
          <p>
            A publishable key puts the widget on your website. A secret key lets your own server work with bookings.
          </p>
          <Button component={Link} to="/dashboard/keys/new">
            New key
          </Button>
        </EmptyList>
      ) : (
        <ul className={styles.list}>
          {keys.map(
            ({
              id,
              name,
              text,
              is_test,
              may_do,
              where,
              configuration,
              made_by,
              used,
              state: { label, tone, icon },
            }) => (
              <li key={id} data-row>
                <div className={styles.main}>
                  <Link to={`${PATH}/${id}`} className={styles.name!} prefetch="intent">
                    {name}
                  </Link>
                  <p>
                    <code>{text}</code>
                    {is_test && " · for tests"}
                  </p>
                  <p>{may_do}</p>
                  <p>{[where, configuration, made_by].filter(Boolean).join(" · ")}</p>
                </div>
                <div className={styles.side}>
                  <span>{used}</span>
                  <Badge tone={tone} icon={icon}>
                    {label}
                  </Badge>
                </div>
              </li>
            ),
          )}
        </ul>
      )}
      <Pager
        count={keys.length === 0 ? "" : `${keys.length === 1 ? "1 key" : `${keys.length} keys`} on this page`}
        first={has_cursor ? PATH : null}
        next={next_cursor === null ? null : `${PATH}?cursor=${encodeURIComponent(next_cursor)}`}
      />
      {makers.length > 0 && (
        <Confirm title="Revoke all secret keys of a person" button="Revoke their secret keys" state={state}>
          <p>
            For someone who leaves, or whose computer was lost. Their secret keys end at once and for good; publishable
            keys stay.
          </p>
          <SelectField state={state} name="created_by" label="Person" data={makers} />
        </Confirm>
      )}
    </>
  );
}
