import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createGroup } from "~/domain/resource-groups/resource-groups.server";
import { redirectWith } from "~/http/flash.server";
import { requireActor, submit } from "~/http/page.server";
import { t } from "~/i18n/text";
import { isolate } from "~/lib/isolate";
import { fieldLimits } from "~/ui/form/field-limits";
import { type FormRefusal, PageForm } from "~/ui/form/page-form";
import { Button } from "~/ui/kit/button";
import { Buttons, NARROW_FORM } from "~/ui/kit/form";
import { PageHeader } from "~/ui/layout/page-header";
import { GroupFields } from "../group-fields";
import { GroupForm } from "../group-form";
import { groupResources } from "../group-resources.server";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: `${t("New group")} · Booking Service` }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request, "admin");
  return { resources: await groupResources(actor), limits: fieldLimits(GroupForm) };
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "admin");
  return submit(request, GroupForm, async (form) => {
    const { name } = await createGroup(actor, form);
    const message = t("{{name}} created. Next: choose it on a service’s page.", {
      name: isolate(name),
    });
    return redirectWith("/dashboard/resource-groups", message);
  });
}

export default function NewGroupRoute() {
  const { resources, limits } = useLoaderData<typeof loader>();
  const answer = useActionData<{ result?: FormRefusal }>();
  const up = { to: "/dashboard/resource-groups", name: t("Groups") };
  return (
    <>
      <PageHeader up={up} title={t("New group")} />
      <PageForm
        stored={{ name: "", resource_ids: [] }}
        refusal={answer?.result}
        limits={limits}
        draft="new group"
        className={NARROW_FORM}
      >
        <GroupFields resources={resources} />
        <Buttons>
          <Button variant="primary" type="submit">
            {t("Create group")}
          </Button>
        </Buttons>
      </PageForm>
    </>
  );
}
