import { Button } from "@mantine/core";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { getDelivery } from "~/domain/webhooks/deliveries.sql.server";
import { replayDelivery } from "~/domain/webhooks/replay.server";
import { getSubscription } from "~/domain/webhooks/subscriptions.server";
import { redirectWith } from "~/http/flash.server";
import { orNoPage, pageId } from "~/http/or-no-page.server";
import { calendarOf } from "~/http/page-calendar.server";
import { requireActor, submit } from "~/http/page.server";
import { DeliveryPage } from "./delivery-page";
import { Notice } from "~/ui/feedback/notice";
import { Icon } from "~/ui/icon";
import { PageHeader } from "~/ui/layout/page-header";
import { useReadAgain } from "~/ui/use-read-again";
import { answerWords } from "~/ui/webhook-words";
import { instantWriter } from "~/ui/when";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: "Delivery · Booking Service" }];

const EVERY_MS = 2000;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireActor(request, "admin");
  const delivery = await orNoPage(getDelivery(actor, pageId(params)));
  const webhook = await getSubscription(actor, delivery.subscription_id);
  const write = instantWriter(calendarOf(actor));
  const { id, type, status, origin, event_id, attempts, request_body } = delivery;
  return {
    ...{ id, type, status, origin, event_id, attempts, body: request_body },
    made: write(delivery.created_at),
    next: delivery.next_attempt_at && write(delivery.next_attempt_at),
    webhook: { id: webhook.id, url: webhook.url, enabled: webhook.enabled },
    log: delivery.attempt_log.map((attempt) => ({
      number: attempt.attempt,
      at: write(attempt.started_at),
      url: attempt.request_url,
      headers: Object.entries(attempt.request_headers).map(([name, value]) => `${name}: ${value}`),
      answer: answerWords(attempt),
      is_good:
        attempt.error === null && attempt.response_code !== null && Math.floor(attempt.response_code / 100) === 2,
      latency_ms: attempt.latency_ms,
      response: attempt.response_body,
    })),
  };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireActor(request, "admin");
  const id = pageId(params);
  return submit(request, z.object({}), async () => {
    const replayed = await orNoPage(replayDelivery(actor, id));
    return redirectWith(`/dashboard/deliveries/${replayed.id}`, "Sent again: this is the new delivery.");
  });
}

export default function Delivery() {
  const delivery = useLoaderData<typeof loader>();
  const problems = useActionData<typeof action>()?.result.error?.[""];
  useReadAgain(delivery.status === "pending", EVERY_MS);
  return (
    <>
      <PageHeader title={delivery.type} aside={delivery.made}>
        <Button
          component={Link}
          to={`/dashboard/webhooks/check?delivery=${delivery.id}`}
          variant="default"
          leftSection={<Icon name="shield" size={18} />}
        >
          Check its signature
        </Button>
        {delivery.webhook.enabled && (
          <Form method="post">
            <Button type="submit">Replay</Button>
          </Form>
        )}
      </PageHeader>
      {problems && <Notice tone="bad">{problems.join(" ")}</Notice>}
      <DeliveryPage delivery={delivery} />
    </>
  );
}
