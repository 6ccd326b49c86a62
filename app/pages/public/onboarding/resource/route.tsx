import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { saveSetUpResources } from "~/domain/onboarding/set-up-resources.server";
import { requireActor, submit } from "~/http/page.server";
import { loadResourceStep } from "./load.server";
import { Bookable } from "./resource-form";
import { ResourcePage } from "./resource-page";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export async function loader({ request }: LoaderFunctionArgs) {
  return loadResourceStep(await requireActor(request, "admin"));
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "admin");
  return submit(request, Bookable, async (input) => {
    await saveSetUpResources(actor, input);
    return redirect("/onboarding/schedule");
  });
}

export default function ResourceStep() {
  return (
    <ResourcePage
      view={useLoaderData<typeof loader>()}
      refusal={useActionData<typeof action>()?.result}
    />
  );
}
