import { Button } from "@mantine/core";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { useEffect } from "react";
import { NewApiKey } from "~/contract/api-keys";
import { WidgetConfigurationFilter } from "~/contract/widget-configs";
import { createApiKey } from "~/domain/api-keys/api-keys.server";
import { endOfLastDay, NewKeyForm } from "../key-forms";
import { listWidgetConfigs } from "~/domain/widgets/widget-configs.server";
import { neverKept } from "~/http/never-kept";
import { calendarOf } from "~/http/page-calendar.server";
import { requireActor, submit } from "~/http/page.server";
import { Draft, useForgetDraft } from "~/ui/drafts/draft";
import { fieldLimits } from "~/ui/form/field-limits";
import { FormProblems, SelectField } from "~/ui/form/fields";
import { formState } from "~/ui/form/form-state";
import { ShownOnce } from "~/ui/form/shown-once";
import { LastDayField, NameField, RoleField, ScopesField, SiteFields } from "../key-fields";
import { PageHeader } from "~/ui/layout/page-header";
import { Tabs } from "~/ui/layout/tabs";
import styles from "~/ui/form/fields.module.css";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";
export { headersOfAction as headers } from "~/http/never-kept";

export const meta: MetaFunction = () => [{ title: "New API key · Booking Service" }];

const PATH = "/dashboard/keys/new";
/** What most widgets need. */
const USUAL = ["config:read", "availability:read", "bookings:write"];

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
  const { is_secret, today, limits, configurations } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (answer && "made" in answer) return <Made {...answer.made} />;
  const kind = is_secret ? "secret" : "publishable";
  const stored = { kind, scopes: USUAL, role: "staff", mode: "live" };
  const state = formState(stored, answer?.result);
  return (
    <>
      <PageHeader title="New API key" />
      <Tabs
        label="Kind of key"
        tabs={[
          { to: PATH, label: "Publishable, for websites", is_current: !is_secret },
          { to: `${PATH}?kind=secret`, label: "Secret, for servers", is_current: is_secret },
        ]}
      />
      <Form method="post" className={styles.form!} key={kind}>
        <input type="hidden" name="kind" value={kind} />
        <Draft name={`new key ${kind}`} />
        <FormProblems state={state} />
        <NameField state={state} limits={limits} />
        {is_secret ? <RoleField state={state} roles={["viewer", "staff", "admin"]} /> : <ScopesField state={state} />}
        {!is_secret && <SiteFields state={state} configurations={configurations} />}
        <SelectField
          state={state}
          name="mode"
          label="For"
          data={[
            { value: "live", label: "Live use" },
            { value: "test", label: "Tests" },
          ]}
        />
        <LastDayField state={state} today={today} />
        <Button type="submit" size="md">
          Make the key
        </Button>
      </Form>
    </>
  );
}

function Made({ id, name, kind, key_text }: { id: string; name: string; kind: string; key_text: string }) {
  const forget = useForgetDraft();
  useEffect(() => forget(`new key ${kind}`), [forget, kind]);
  return (
    <>
      <PageHeader title={`${name} is made`} />
      <ShownOnce
        title={kind === "secret" ? "The secret key" : "The publishable key"}
        what="the key"
        secret={key_text}
        to={`/dashboard/keys/${id}`}
      >
        <p>
          It is shown here once.{" "}
          {kind === "secret"
            ? "Keep it on your server alone: everyone who has it can work with your bookings."
            : "It may be in the code of your website, where everyone can read it."}
        </p>
      </ShownOnce>
    </>
  );
}
