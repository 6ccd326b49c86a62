import { Button } from "@mantine/core";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { PageQuery } from "~/contract/common";
import { readLastDeliveries } from "~/domain/webhooks/last-deliveries.sql.server";
import { listSubscriptions } from "~/domain/webhooks/subscriptions.server";
import { calendarOf } from "~/http/page-calendar.server";
import { requireActor } from "~/http/page.server";
import { Badge } from "~/ui/feedback/badge";
import { Icon } from "~/ui/icon";
import { EmptyList } from "~/ui/layout/filter-form";
import { PageHeader } from "~/ui/layout/page-header";
import { deliveryWords, stateOf } from "~/ui/webhook-words";
import { instantWriter } from "~/ui/when";
import styles from "~/ui/layout/rows.module.css";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: "Webhooks · Booking Service" }];

/** More than a company can have. */
const ALL = 100;

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request, "admin");
  const write = instantWriter(calendarOf(actor));
  const [subscriptions, last] = await Promise.all([
    listSubscriptions(actor, PageQuery.parse({ limit: ALL })),
    readLastDeliveries(actor),
  ]);
  return {
    webhooks: subscriptions.data.map(({ id, url, events, description, failing_since, ...rest }) => {
      const newest = last.find(({ subscription_id }) => subscription_id === id);
      return {
        ...{ id, url, events, description },
        state: stateOf({ ...rest, failing_since }),
        failing_since: rest.enabled && failing_since !== null ? write(failing_since) : null,
        last: newest ? { at: write(newest.created_at), status: newest.status } : null,
      };
    }),
  };
}

export default function Webhooks() {
  const { webhooks } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="Webhooks">
        <Button
          component={Link}
          to="/dashboard/webhooks/check"
          variant="default"
          leftSection={<Icon name="shield" size={18} />}
        >
          Check a signature
        </Button>
        <Button component={Link} to="/dashboard/webhooks/new" leftSection={<Icon name="plus" size={18} />}>
          New webhook
        </Button>
      </PageHeader>
      {webhooks.length === 0 ? (
        <EmptyList icon="hook" title="No webhooks yet" clear={null}>
          <p>A webhook tells your own program about each booking as it happens.</p>
          <Button component={Link} to="/dashboard/webhooks/new">
            New webhook
          </Button>
        </EmptyList>
      ) : (
        <ul className={styles.list}>
          {webhooks.map(({ id, url, events, description, state, failing_since, last }) => (
            <li key={id} data-row>
              <div className={styles.main}>
                <Link to={`/dashboard/webhooks/${id}`} className={styles.name!} prefetch="intent">
                  {url}
                </Link>
                {description !== null && <p>{description}</p>}
                <p>{events.join(", ")}</p>
              </div>
              <div className={styles.side}>
                <span>
                  {last === null
                    ? "Nothing sent yet"
                    : `Last: ${last.at}, ${deliveryWords[last.status].label.toLowerCase()}`}
                </span>
                <Badge tone={state.tone} icon={state.icon}>
                  {failing_since === null ? state.label : `Failing since ${failing_since}`}
                </Badge>
              </div>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
