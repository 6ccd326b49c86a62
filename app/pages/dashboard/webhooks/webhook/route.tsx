import { Button } from "@mantine/core";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { listDeliveries } from "~/domain/webhooks/deliveries.sql.server";
import { getSubscription } from "~/domain/webhooks/subscriptions.server";
import { orFirstPage } from "~/http/or-first-page.server";
import { orNoPage, pageId } from "~/http/or-no-page.server";
import { calendarOf } from "~/http/page-calendar.server";
import { requireActor } from "~/http/page.server";
import { Badge } from "~/ui/feedback/badge";
import { Choose } from "~/ui/form/choose";
import { EmptyList, FilterForm } from "~/ui/layout/filter-form";
import { Pager } from "~/ui/layout/pager";
import { readDeliveryQuery } from "./delivery-query";
import { WebhookFrame } from "../webhook-frame";
import { webhookHead } from "../webhook-head";
import { answerWords, deliveryWords, eventWords, originWords } from "~/ui/webhook-words";
import { instantWriter } from "~/ui/when";
import styles from "~/ui/layout/rows.module.css";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: "Webhook · Booking Service" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireActor(request, "admin");
  const webhook = await orNoPage(getSubscription(actor, pageId(params)));
  const calendar = calendarOf(actor);
  const write = instantWriter(calendar);
  const { given, filter, problem } = readDeliveryQuery(
    new URL(request.url).searchParams,
    webhook.id,
    calendar.time_zone,
  );
  const { page, moved } = await orFirstPage(filter, (asked) => listDeliveries(actor, asked));
  return {
    webhook: webhookHead(webhook, write),
    given,
    problem: moved ?? problem,
    next_cursor: page.page.next_cursor,
    deliveries: page.data.map(({ id, type, status, origin, attempts, attempt_log, created_at, next_attempt_at }) => {
      const last = attempt_log.at(-1);
      return {
        ...{ id, type, status, origin },
        at: write(created_at),
        tries: attempts === 1 ? "1 attempt" : `${attempts} attempts`,
        answer: last === undefined ? null : answerWords(last),
        next: next_attempt_at === null ? null : write(next_attempt_at),
      };
    }),
  };
}

export default function WebhookDeliveries() {
  const { webhook, given, problem, next_cursor, deliveries } = useLoaderData<typeof loader>();
  const path = `/dashboard/webhooks/${webhook.id}`;
  const { cursor, ...filters } = given;
  const isFiltered = Object.keys(filters).length > 0;
  const to = (more: Record<string, string>) => `${path}?${new URLSearchParams({ ...filters, ...more })}`;
  return (
    <WebhookFrame webhook={webhook}>
      <FilterForm label="Deliveries" filters={filters} problem={problem}>
        <Choose name="status" label="State" any="Any state" words={namesOf(deliveryWords)} given={given} />
        <Choose name="type" label="Event" any="Any event" words={eventWords} given={given} />
        <Choose name="origin" label="Sent" any="In any way" words={originWords} given={given} />
      </FilterForm>
      {deliveries.length === 0 ? (
        <EmptyList icon="hook" title="Nothing sent yet" clear={isFiltered ? path : null}>
          <p>Each booking event is sent here as it happens. A test event shows whether it arrives.</p>
          <Button component={Link} to={`${path}/settings`} variant="default">
            Send a test event
          </Button>
        </EmptyList>
      ) : (
        <ul className={styles.list}>
          {deliveries.map(({ id, type, status, origin, at, tries, answer, next }) => (
            <li key={id} data-row>
              <div className={styles.main}>
                <Link to={`/dashboard/deliveries/${id}`} className={styles.name!} prefetch="intent">
                  {type}
                </Link>
                <p>{[at, origin === "event" ? null : originWords[origin]].filter(Boolean).join(" · ")}</p>
              </div>
              <div className={styles.side}>
                <span>{[answer, tries, next && `next try ${next}`].filter(Boolean).join(" · ")}</span>
                <Badge tone={deliveryWords[status].tone} icon={deliveryWords[status].icon}>
                  {deliveryWords[status].label}
                </Badge>
              </div>
            </li>
          ))}
        </ul>
      )}
      <Pager
        count={deliveries.length === 0 ? "" : `${deliveries.length} on this page. Deliveries are kept for 30 days.`}
        first={cursor === undefined ? null : to({})}
        next={next_cursor === null ? null : to({ cursor: next_cursor })}
      />
    </WebhookFrame>
  );
}

const namesOf = (words: Record<string, { label: string }>) =>
  Object.fromEntries(Object.entries(words).map(([value, { label }]) => [value, label]));
