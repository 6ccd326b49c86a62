import { Button } from "@mantine/core";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { NewSchedule } from "~/contract/schedules";
import { createSchedule } from "~/domain/schedules/schedules.server";
import { NewServiceForm, priceOf, rulesOfForm } from "~/ui/services/service-forms";
import { resourceChoices } from "../service-resources.server";
import { redirectWith } from "~/http/flash.server";
import { requireActor, submit } from "~/http/page.server";
import { invalidField } from "~/lib/app-error";
import { Draft } from "~/ui/drafts/draft";
import { EmptyState } from "~/ui/feedback/empty-state";
import { Notice } from "~/ui/feedback/notice";
import { fieldLimits } from "~/ui/form/field-limits";
import { PageHeader } from "~/ui/layout/page-header";
import { FieldsOf } from "~/ui/form/field-state";
import { WeekFields } from "../hours-fields";
import { BasicFields } from "../terms-fields";
import { servicePath } from "~/ui/services/service-view";
import styles from "~/ui/services/service-page.module.css";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";
import { isolate } from "~/lib/isolate";

export const meta: MetaFunction = () => [{ title: "New service · Booking Service" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request, "staff");
  const resources = (await resourceChoices(actor)).filter(({ active }) => active);
  const usual = Object.fromEntries([1, 2, 3, 4, 5].map((day) => [`day_${day}`, "09:00-17:00"]));
  const only = resources.length === 1 ? resources.map(({ id }) => id) : [];
  return {
    values: { duration_minutes: "60", ...usual, resource_ids: only },
    limits: fieldLimits(NewServiceForm),
    resources,
    currency: actor.tenant.currency,
    time_zone: actor.tenant.time_zone,
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "staff");
  return submit(request, NewServiceForm, async (form) => {
    const { name, duration_minutes, resource_ids } = form;
    const price_amount = priceOf(form.price, actor.tenant.currency);
    const rules = rulesOfForm(form);
    if (resource_ids.length === 0) throw invalidField("resource_ids", "Choose who or what gives it.", "required");
    const input = NewSchedule.parse({ name, duration_minutes, price_amount, resource_ids, rules });
    const { id } = await createSchedule(actor, input);
    return redirectWith(
      servicePath(id, "offer"),
      `${isolate(name)} can be booked. Look at the rest of it when you like.`,
    );
  });
}

export default function NewService() {
  const { values, limits, resources, currency, time_zone } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>()?.result;
  const problems = refusal?.error ?? {};
  if (resources.length === 0)
    return (
      <EmptyState icon="box" title="First a resource" heading="h1">
        <p>A service is given by a person, in a room, on a court: by a resource. There is none in use yet.</p>
        <Button component={Link} to="/dashboard/resources">
          Resources
        </Button>
      </EmptyState>
    );
  return (
    <>
      <PageHeader title="New service" />
      <Form method="post" className={styles.narrow!}>
        <Draft name="new service" />
        {problems[""] && <Notice tone="bad">{problems[""].join(" ")}</Notice>}
        <FieldsOf value={{ of: "service", values: refusal?.initialValue ?? values, now: null, problems, limits }}>
          <section className={styles.card} aria-label="What it is">
            <BasicFields currency={currency} resources={resources} />
          </section>
          <section className={styles.card} aria-labelledby="week">
            <h2 id="week">The usual week</h2>
            <p className={styles.lead}>
              Write 09:00-12:30, 13:30-17:00<span className="needs-script">, or paint the bars</span>. Time zone:{" "}
              {time_zone}.
            </p>
            <WeekFields />
          </section>
        </FieldsOf>
        <div className={styles.buttons}>
          <Button type="submit" size="md">
            Make the service
          </Button>
        </div>
      </Form>
    </>
  );
}
