import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { readOnboarding, saveOnboardingStep } from "~/domain/onboarding/onboarding.server";
import { requireActor, submit } from "~/http/page.server";
import { fieldLimits } from "~/ui/form/field-limits";
import { Bookable } from "./resource-form";
import { ResourcePage } from "./resource-page";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

const TYPES = ["person", "room", "table", "desk", "court", "class", "vehicle", "equipment"];

export async function loader({ request }: LoaderFunctionArgs) {
  const { resource } = (await readOnboarding(await requireActor(request, "admin"))).data;
  const { type, name, capacity } = resource ?? { type: "person", name: "", capacity: 1 };
  return {
    limits: fieldLimits(Bookable),
    known: { type, name, capacity },
    types: TYPES.includes(type) ? TYPES : [type, ...TYPES],
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "admin");
  return submit(request, Bookable, async (input) => {
    const { resource } = (await readOnboarding(actor)).data;
    const data = { ...input, description: resource?.description ?? null };
    await saveOnboardingStep(actor, { step: "resource", data });
    return redirect("/onboarding/schedule");
  });
}

export default function ResourceStep() {
  return <ResourcePage {...useLoaderData<typeof loader>()} refusal={useActionData<typeof action>()?.result} />;
}
