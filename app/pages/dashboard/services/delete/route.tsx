import { Button } from "@mantine/core";
import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { deleteSchedule, getSchedule, updateSchedule } from "~/domain/schedules/schedules.server";
import { mayChange } from "../service-parts.server";
import { redirectWith } from "~/http/flash.server";
import { orNoPage, pageId } from "~/http/or-no-page.server";
import { requireActor, submit } from "~/http/page.server";
import { Notice } from "~/ui/feedback/notice";
import { PageHeader } from "~/ui/layout/page-header";
import { servicePath } from "~/ui/services/service-view";
import styles from "~/ui/services/service-page.module.css";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";
import { isolate } from "~/lib/isolate";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Delete ${data?.name ?? "a service"} · Booking Service` },
];

const LIST = "/dashboard/services";
const Answer = z.object({ intent: z.enum(["delete", "switch_off"]) });

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireActor(request, "staff");
  const schedule = await orNoPage(getSchedule(actor, pageId(params)));
  const { id, name, active } = schedule;
  if (!mayChange(actor, schedule)) throw redirect(servicePath(id, "offer"));
  return { name, active, back: servicePath(id, "offer") };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireActor(request, "staff");
  const id = pageId(params);
  return submit(request, Answer, async ({ intent }) => {
    const { name } = await getSchedule(actor, id);
    if (intent === "switch_off") {
      await updateSchedule(actor, id, { active: false });
      return redirectWith(LIST, `${isolate(name)} is switched off. Bookings that are there stay.`);
    }
    await deleteSchedule(actor, id);
    return redirectWith(LIST, `${isolate(name)} is deleted.`);
  });
}

export default function DeleteService() {
  const { name, active, back } = useLoaderData<typeof loader>();
  const problems = useActionData<typeof action>()?.result.error?.[""];
  return (
    <>
      <Link to={back} className={styles.back!}>
        {name}
      </Link>
      <PageHeader title={`Delete ${name}?`} />
      <Form method="post" className={styles.card}>
        {problems && <Notice tone="bad">{problems.join(" ")}</Notice>}
        <p className={styles.lead}>
          Its times go, and nobody can book it any more. Bookings that are over stay, without the name of the service.
          It cannot be deleted while it has bookings in the future.
        </p>
        <div className={styles.answers}>
          <Button type="submit" name="intent" value="delete" size="md" color="red.8">
            Delete {name} for good
          </Button>
          {active && (
            <Button type="submit" name="intent" value="switch_off" size="md" variant="default">
              Switch it off instead
            </Button>
          )}
        </div>
      </Form>
    </>
  );
}
