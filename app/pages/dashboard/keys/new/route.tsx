import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { NewApiKey } from "~/contract/api-keys";
import { WidgetConfigurationFilter } from "~/contract/widget-configs";
import { createApiKey } from "~/domain/api-keys/api-keys.server";
import { listWidgetConfigs } from "~/domain/widgets/widget-configs.server";
import { neverKept } from "~/http/never-kept";
import { calendarOf } from "~/http/page-calendar.server";
import { requireActor, submit } from "~/http/page.server";
import { fieldLimits } from "~/ui/form/field-limits";
import { endOfLastDay, NewKeyForm } from "../key-forms";
import { NewKeyPage } from "./new-key-page";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";
export { headersOfAction as headers } from "~/http/never-kept";

export const meta: MetaFunction = () => [{ title: "New API key · Booking Service" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request, "admin");
  const isSecret = new URL(request.url).searchParams.get("kind") === "secret";
  const configurations = await listWidgetConfigs(actor, WidgetConfigurationFilter.parse({ limit: 100 }));
  return {
    is_secret: isSecret,
    today: calendarOf(actor).today,
    limits: fieldLimits(NewApiKey.options[0]),
    configurations: configurations.data.map(({ id, name }) => ({ id, name })),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "admin");
  return submit(request, NewKeyForm, async ({ last_day, ...form }) => {
    const expires_at = endOfLastDay(last_day, actor.tenant.time_zone);
    const made =
      form.kind === "secret"
        ? await createApiKey(actor, { ...form, expires_at })
        : await createApiKey(actor, { ...form, expires_at, widget_config_id: form.widget_config_id ?? null });
    return data({ made: { id: made.id, name: made.name, kind: made.kind, key_text: made.key } }, neverKept);
  });
}

export default function NewKey() {
  return <NewKeyPage view={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />;
}
