import { Button } from "@mantine/core";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { NewWidgetConfiguration, WidgetConfigurationFilter } from "~/contract/widget-configs";
import { hasRole } from "~/domain/identity/actor";
import { NewWidgetForm } from "./widget-form";
import { listWidgetKeys } from "~/domain/widgets/widget-parts.server";
import { createWidgetConfig, listWidgetConfigs } from "~/domain/widgets/widget-configs.server";
import { redirectWith } from "~/http/flash.server";
import { requireActor, submit } from "~/http/page.server";
import { env } from "~/lib/env.server";
import { isolate } from "~/lib/isolate";
import { Badge } from "~/ui/feedback/badge";
import { FormProblems, TextField } from "~/ui/form/fields";
import { formState } from "~/ui/form/form-state";
import { Card } from "~/ui/layout/card";
import { EmptyList } from "~/ui/layout/filter-form";
import { PageHeader } from "~/ui/layout/page-header";
import { widgetPath } from "./widget-view";
import fields from "~/ui/form/fields.module.css";
import styles from "~/ui/layout/rows.module.css";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: "Widgets · Booking Service" }];

/** More than a company can have. */
const ALL = 100;

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const may_edit = hasRole(actor, "admin");
  const [configurations, keys] = await Promise.all([
    listWidgetConfigs(actor, WidgetConfigurationFilter.parse({ limit: ALL })),
    may_edit ? listWidgetKeys(actor) : [],
  ]);
  return {
    may_edit,
    hosted: `${env.BASE_URL}/book/${actor.tenant.slug}`,
    widgets: configurations.data.map(({ id, name, is_default, texts, locale }) => ({
      ...{ id, name, is_default },
      title: texts[locale ?? "en"]?.title ?? Object.values(texts).find((words) => words?.title)?.title ?? null,
      keys: keys
        .filter(({ widget_config_id }) => widget_config_id === id || (is_default && widget_config_id === null))
        .map((key) => key.name),
    })),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "admin");
  return submit(request, NewWidgetForm, async ({ name }) => {
    const { id } = await createWidgetConfig(actor, NewWidgetConfiguration.parse({ name }));
    return redirectWith(widgetPath(id), `Made the widget ${isolate(name)}.`);
  });
}

export default function Widgets() {
  const { widgets, hosted, may_edit } = useLoaderData<typeof loader>();
  const state = formState({}, useActionData<typeof action>()?.result);
  return (
    <>
      <PageHeader title="Widgets">
        <Button component="a" href={hosted} target="_blank" rel="noreferrer" variant="default">
          Open your own page
        </Button>
      </PageHeader>
      {widgets.length === 0 ? (
        <EmptyList icon="widget" title="No widgets of your own yet" clear={null}>
          <p>Guests book by a plain widget until there is one with your colours, words and questions.</p>
        </EmptyList>
      ) : (
        <ul className={styles.list}>
          {widgets.map(({ id, name, title, is_default, keys }) => (
            <li key={id} data-row>
              <div className={styles.main}>
                <Link to={widgetPath(id)} className={styles.name!} prefetch="intent">
                  {name}
                </Link>
                {title !== null && <p>{title}</p>}
                {may_edit && <p>{keys.length === 0 ? "No key takes it by itself" : `Keys: ${keys.join(", ")}`}</p>}
              </div>
              {is_default && (
                <div className={styles.side}>
                  <Badge tone="good" icon="check">
                    Default
                  </Badge>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {may_edit && (
        <div className={styles.below}>
          <Card
            title="New widget"
            lead="It begins plain. Make one for each website that should look or ask differently."
          >
            <Form method="post" className={fields.form!}>
              <FormProblems state={state} />
              <div className={fields.inline}>
                <TextField state={state} name="name" label="Name" required maxLength={120} />
                <Button type="submit" size="md">
                  Make the widget
                </Button>
              </div>
            </Form>
          </Card>
        </div>
      )}
    </>
  );
}
