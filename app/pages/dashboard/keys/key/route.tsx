import { Button } from "@mantine/core";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { type ApiKey, NewApiKey } from "~/contract/api-keys";
import { WidgetConfigurationFilter } from "~/contract/widget-configs";
import { getApiKey, getBaseKey } from "~/domain/api-keys/api-keys.server";
import { revokeApiKey, rotateApiKey, updateApiKey } from "~/domain/api-keys/change-key.server";
import { endOfLastDay, KeyForm } from "../key-forms";
import { listWidgetConfigs } from "~/domain/widgets/widget-configs.server";
import { redirectWith } from "~/http/flash.server";
import { neverKept } from "~/http/never-kept";
import { orNoPage, pageId } from "~/http/or-no-page.server";
import { calendarOf } from "~/http/page-calendar.server";
import { requireActor, submit } from "~/http/page.server";
import { clock } from "~/lib/clock";
import { localDateOf } from "~/lib/time";
import { Draft } from "~/ui/drafts/draft";
import { Badge } from "~/ui/feedback/badge";
import { Confirm } from "~/ui/form/confirm";
import { CopyButton } from "~/ui/form/copy-button";
import { fieldLimits } from "~/ui/form/field-limits";
import { FormProblems, SelectField } from "~/ui/form/fields";
import { formState } from "~/ui/form/form-state";
import { ShownOnce } from "~/ui/form/shown-once";
import { LastDayField, NameField, ScopesField, SiteFields } from "../key-fields";
import { keyState, mayDo } from "../key-words";
import { Card, Facts } from "~/ui/layout/card";
import { PageHeader } from "~/ui/layout/page-header";
import { instantWriter } from "~/ui/when";
import styles from "~/ui/form/fields.module.css";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";
export { headersOfAction as headers } from "~/http/never-kept";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.name ?? "API key"} · Booking Service` },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireActor(request, "admin");
  const key = await orNoPage(getApiKey(actor, pageId(params)));
  const calendar = calendarOf(actor);
  const write = instantWriter(calendar);
  const configurations = await listWidgetConfigs(actor, WidgetConfigurationFilter.parse({ limit: 100 }));
  const isBase = key.is_base && key.revoked_at === null;
  const { previous_key_expires_at: overlap, expires_at } = key;
  const { id, name, kind, prefix, last4, allowed_origins, scopes, widget_config_id } = key;
  return {
    ...{ id, name, text: `${prefix}…${last4}`, may_do: mayDo(key) },
    base_text: isBase ? (await getBaseKey(actor)).key : null,
    edit: editIntent(key),
    is_secret: kind === "secret",
    state: keyState(key, clock.now(), write),
    made: [write(key.created_at), key.created_by?.name && `by ${key.created_by.name}`].filter(Boolean).join(" "),
    used: key.last_used_at && write(key.last_used_at),
    both_until: overlap !== null && Date.parse(overlap) > clock.now() ? write(overlap) : null,
    limits: fieldLimits(NewApiKey.options[0]),
    configurations: configurations.data.map((one) => ({ id: one.id, name: one.name })),
    stored: {
      ...{ name, scopes, widget_config_id },
      allowed_origins: allowed_origins.join("\n"),
      // The key ends as its last day does.
      last_day: expires_at && localDateOf(Date.parse(expires_at) - 1, calendar.time_zone),
    },
  };
}

type EditIntent = Extract<KeyForm, { intent: `edit_${string}` }>["intent"];

/** Which form changes a key; null for one that was revoked. */
function editIntent({ kind, is_base, revoked_at }: ApiKey): EditIntent | null {
  if (revoked_at !== null) return null;
  return kind === "secret" ? "edit_secret" : is_base ? "edit_base" : "edit_publishable";
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireActor(request, "admin");
  const id = pageId(params);
  const path = `/dashboard/keys/${id}`;
  return submit(request, KeyForm, async (form) => {
    if (form.intent === "rotate") {
      const { key } = await rotateApiKey(actor, id, { overlap_hours: form.overlap_hours });
      return data({ key_text: key, overlaps: form.overlap_hours > 0 }, neverKept);
    }
    if (form.intent === "revoke") {
      await revokeApiKey(actor, id);
      return redirectWith(path, "Revoked. The key ended at once.");
    }
    const { name } = form;
    const end = "last_day" in form && { expires_at: endOfLastDay(form.last_day, actor.tenant.time_zone) };
    const sites = form.intent !== "edit_secret" && {
      allowed_origins: form.allowed_origins,
      widget_config_id: form.widget_config_id ?? null,
    };
    const rights = form.intent === "edit_publishable" && { scopes: form.scopes };
    await updateApiKey(actor, id, { name, ...end, ...sites, ...rights });
    return redirectWith(path, "Saved the key.");
  });
}

export default function Key() {
  const { id, name, edit, text, base_text, is_secret, may_do, state, made, used, both_until, ...more } =
    useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const rotated = answer && "key_text" in answer ? answer : null;
  const refusal = answer && "result" in answer ? answer.result : undefined;
  return (
    <>
      <PageHeader title={name}>
        <Badge tone={state.tone} icon={state.icon}>
          {state.label}
        </Badge>
      </PageHeader>
      {rotated !== null && (
        <ShownOnce
          title="The new text of the key"
          what="the key"
          secret={rotated.key_text}
          to={`/dashboard/keys/${id}`}
        >
          <p>
            {base_text === null ? "It is shown here once. " : ""}
            {rotated.overlaps ? `The old text works until ${both_until}.` : "The old text has ended."}
          </p>
        </ShownOnce>
      )}
      <Card title="Key" lead={may_do}>
        <Facts
          facts={[
            ["Text", <code key="text">{base_text ?? text}</code>],
            ["Made", made],
            ["Last used", used ?? "Never"],
            ["The text before works until", both_until],
          ]}
        />
        {base_text !== null && (
          <p>
            <CopyButton text={base_text} what="the key" />
          </p>
        )}
      </Card>
      {edit !== null && (
        <>
          <Card title="Change">
            <EditKey id={id} edit={edit} refusal={refusal} {...more} />
          </Card>
          <Card title="Rotate or revoke">
            <div className={styles.form}>
              <Confirm
                tone="plain"
                title="Give it a new text"
                intent="rotate"
                button="Make a new text"
                state={formState({}, refusal, "rotate")}
              >
                <p>
                  The new text is shown once. The old one goes on working for a while, so that you can change your
                  program.
                </p>
                <SelectField
                  state={formState({ overlap_hours: "24" }, refusal, "rotate")}
                  name="overlap_hours"
                  label="The old text"
                  data={[
                    { value: "24", label: "works for 24 hours more" },
                    { value: "1", label: "works for one hour more" },
                    { value: "0", label: "ends at once, since it was seen by others" },
                  ]}
                />
              </Confirm>
              <Confirm title="Revoke" intent="revoke" button={`Revoke ${name}`}>
                <p>
                  The key ends at once and for good.{" "}
                  {is_secret ? "Programs that use it are refused." : "Widgets that use it show that they cannot load."}
                </p>
              </Confirm>
            </div>
          </Card>
        </>
      )}
    </>
  );
}

interface EditKeyProps {
  id: string;
  edit: EditIntent;
  refusal: Parameters<typeof formState>[1];
  stored: object;
  limits: Parameters<typeof NameField>[0]["limits"];
  configurations: { id: string; name: string }[];
}

function EditKey({ id, edit, refusal, stored, limits, configurations }: EditKeyProps) {
  const state = formState(stored, refusal, edit);
  return (
    <Form method="post" className={styles.form!} key={JSON.stringify(stored)}>
      <input type="hidden" name="intent" value={edit} />
      <Draft name={`key ${id}`} />
      <FormProblems state={state} />
      <NameField state={state} limits={limits} />
      {edit === "edit_publishable" && <ScopesField state={state} />}
      {edit !== "edit_secret" && <SiteFields state={state} configurations={configurations} />}
      {edit !== "edit_base" && <LastDayField state={state} />}
      <Button type="submit" size="md">
        Save
      </Button>
    </Form>
  );
}
