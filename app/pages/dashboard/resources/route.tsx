import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { NewResource, ResourceFilter } from "~/contract/resources";
import { hasRole } from "~/domain/identity/actor";
import { placeResource } from "~/domain/resources/place-resource.server";
import { NewResourceFields, ResourcesForm } from "./resource-forms";
import { createResource, listResources } from "~/domain/resources/resources.server";
import { assetUrl } from "~/domain/uploads/asset-url.server";
import { redirectWith } from "~/http/flash.server";
import { orFirstPage } from "~/http/or-first-page.server";
import { requireActor, submit } from "~/http/page.server";
import { fieldLimits } from "~/ui/form/field-limits";
import { ResourcesPage } from "./resources-page";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";
import { isolate } from "~/lib/isolate";

export const meta: MetaFunction = () => [{ title: "Resources · Booking Service" }];

const PATH = "/dashboard/resources";

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const cursor = new URL(request.url).searchParams.get("cursor") ?? undefined;
  const filter = { ...ResourceFilter.parse({ limit: 50 }), cursor };
  const found = await orFirstPage(filter, (asked) => listResources(actor, asked));
  const { data, page } = found.page;
  return {
    resources: data.map(({ id, name, type, capacity, color, active, image_asset_id }) => ({
      ...{ id, name, type, capacity, color, active },
      image: image_asset_id && assetUrl(actor.tenant.id, image_asset_id),
    })),
    next_page: page.next_cursor && `${PATH}?cursor=${encodeURIComponent(page.next_cursor)}`,
    has_cursor: cursor !== undefined && found.moved === null,
    may_edit: hasRole(actor, "admin"),
    limits: fieldLimits(NewResourceFields),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "admin");
  return submit(request, ResourcesForm, async (form) => {
    if (form.intent === "place") {
      await placeResource(actor, form.id, form);
      return redirect(PATH);
    }
    const { intent: _intent, ...input } = form;
    const { id, name } = await createResource(actor, NewResource.parse({ ...input, position: 100_000 }));
    return redirectWith(`${PATH}/${id}`, `${isolate(name)} is there. Guests can book it once a service has it.`);
  });
}

export default function Resources() {
  const refusal = useActionData<typeof action>()?.result;
  return (
    <ResourcesPage
      {...useLoaderData<typeof loader>()}
      problems={refusal?.error ?? {}}
      typed={refusal?.initialValue ?? null}
    />
  );
}
