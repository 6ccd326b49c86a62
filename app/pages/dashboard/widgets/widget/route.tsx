import { Button } from "@mantine/core";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, type ShouldRevalidateFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import type { WidgetConfiguration } from "~/contract/widget-configs";
import { getBaseKey } from "~/domain/api-keys/api-keys.server";
import { hasRole, type UserActor } from "~/domain/identity/actor";
import { previewWidget } from "~/domain/widgets/read-widget-config.server";
import {
  deleteWidgetConfig,
  duplicateWidgetConfig,
  getWidgetConfig,
  setDefaultWidgetConfig,
  updateWidgetConfig,
} from "~/domain/widgets/widget-configs.server";
import { settingsOfForm, WidgetForm, widgetValues } from "../widget-form";
import { listOfferChoices, listWidgetKeys } from "~/domain/widgets/widget-parts.server";
import { redirectWith } from "~/http/flash.server";
import { orNoPage, pageId } from "~/http/or-no-page.server";
import { requireActor, submit } from "~/http/page.server";
import { AppError } from "~/lib/app-error";
import { env } from "~/lib/env.server";
import { newId } from "~/lib/ids";
import { isolate } from "~/lib/isolate";
import { Badge } from "~/ui/feedback/badge";
import { Confirm } from "~/ui/form/confirm";
import { formState } from "~/ui/form/form-state";
import { isTriedOut } from "~/ui/form/use-try-out";
import { Card } from "~/ui/layout/card";
import { PageHeader } from "~/ui/layout/page-header";
import { Snippets, type SnippetsProps } from "./snippets";
import { WidgetEditor } from "./widget-editor";
import { widgetSnippets } from "./widget-snippets";
import { type WidgetAnswer, widgetPath } from "../widget-view";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction<typeof loader> = ({ data: shown }) => [
  { title: `${shown?.name ?? "Widget"} · Booking Service` },
];

export const shouldRevalidate = (args: ShouldRevalidateFunctionArgs): boolean =>
  !isTriedOut(args) && args.defaultShouldRevalidate;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const config = await orNoPage(getWidgetConfig(actor, pageId(params)));
  const { id, name, is_default, version } = config;
  const may_edit = hasRole(actor, "admin");
  const [preview, choices, snippets] = await Promise.all([
    previewWidget(actor, id, config),
    listOfferChoices(actor, config),
    may_edit ? snippetsFor(actor, config, new URL(request.url).searchParams.get("key")) : null,
  ]);
  return { ...{ id, name, is_default, version, may_edit, preview, choices, snippets }, stored: widgetValues(config) };
}

/** The code with the key that is asked for, else with the base key, else with the first that may show this configuration. */
async function snippetsFor(actor: UserActor, { id, is_default }: WidgetConfiguration, asked: string | null) {
  const base = await getBaseKey(actor);
  const keys = (await listWidgetKeys(actor)).filter((key) => [id, null].includes(key.widget_config_id));
  const chosen = keys.find((key) => key.id === asked) ?? keys.find((key) => key.is_base) ?? keys[0];
  const hosted = `${env.BASE_URL}/book/${actor.tenant.slug}`;
  const source = {
    ...{ origin: env.BASE_URL, hosted },
    key: chosen?.id === base.id ? base.key : "your-key",
    config_id: is_default || chosen?.widget_config_id === id ? null : id,
  };
  return {
    ...{ hosted, is_default, key_id: chosen?.id ?? "" },
    snippets: widgetSnippets(source),
    keys: keys.map((key) => ({ id: key.id, label: `${key.name} (${key.prefix}…${key.last4})` })),
    is_text_unknown: chosen?.id !== base.id,
  } satisfies SnippetsProps;
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireActor(request, "admin");
  const id = pageId(params);
  return submit(request, WidgetForm, async (form) => {
    switch (form.intent) {
      case "preview":
        return data<WidgetAnswer>({ preview: await previewWidget(actor, id, settingsOfForm(form, questionId)) });
      case "save":
        return save(actor, id, form);
      case "duplicate": {
        const copy = await duplicateWidgetConfig(actor, id);
        return redirectWith(widgetPath(copy.id), `This is ${isolate(copy.name)}. Nothing uses it yet.`);
      }
      case "make_default":
        await setDefaultWidgetConfig(actor, id);
        return redirectWith(widgetPath(id), "This is the default now.");
      case "delete":
        await deleteWidgetConfig(actor, id);
        return redirectWith("/dashboard/widgets", "Deleted the widget.");
    }
  });
}

const questionId = () => `q-${newId()}`;

async function save(actor: UserActor, id: string, form: Extract<WidgetForm, { intent: "save" }>) {
  const { name, version } = form;
  const settings = settingsOfForm(form, questionId);
  try {
    await updateWidgetConfig(actor, id, { name, version, ...settings });
    return redirectWith(widgetPath(id), "Saved. Websites show it within a minute.");
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "version_conflict") throw error;
    const now = await getWidgetConfig(actor, id);
    const conflict = { typed: widgetValues({ name, ...settings }), version: now.version };
    return data<WidgetAnswer>({ conflict }, { status: error.status });
  }
}

export default function Widget() {
  const { name, is_default, snippets, ...shown } = useLoaderData<typeof loader>();
  const answer = useActionData<WidgetAnswer>();
  const refusalOf = (intent: string) => formState({}, answer?.result, intent);
  return (
    <>
      <PageHeader title={name}>
        {is_default && (
          <Badge tone="good" icon="check">
            Default
          </Badge>
        )}
        {shown.may_edit && (
          <Form method="post">
            <Button type="submit" name="intent" value="duplicate" variant="default">
              Duplicate
            </Button>
          </Form>
        )}
        {shown.may_edit && !is_default && (
          <Form method="post">
            <Button type="submit" name="intent" value="make_default" variant="default">
              Make default
            </Button>
          </Form>
        )}
      </PageHeader>
      <WidgetEditor {...shown} answer={answer} key={shown.id} />
      {snippets && <Snippets {...snippets} />}
      {shown.may_edit && (
        <Card title="Delete">
          <Confirm title="Delete this widget" intent="delete" button={`Delete ${name}`} state={refusalOf("delete")}>
            <p>It ends for good. The default cannot be deleted, and one that a key is bound to cannot either.</p>
          </Confirm>
        </Card>
      )}
    </>
  );
}
