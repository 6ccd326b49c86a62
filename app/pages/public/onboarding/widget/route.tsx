import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { getBaseKey } from "~/domain/api-keys/api-keys.server";
import { readOnboarding, saveOnboardingStep } from "~/domain/onboarding/onboarding.server";
import { previewDefaultWidget } from "~/domain/widgets/read-widget-config.server";
import { requireActor, submit } from "~/http/page.server";
import { env } from "~/lib/env.server";
import { WidgetPage } from "./widget-page";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

const Answer = z.strictObject({ intent: z.enum(["done", "later"]) });

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request, "admin");
  const { schedule } = (await readOnboarding(actor)).data;
  if (schedule === null) throw redirect("/onboarding/schedule");
  const [{ key }, config] = await Promise.all([getBaseKey(actor), previewDefaultWidget(actor)]);
  return {
    snippet: `<script src="${env.BASE_URL}/widget/booking-widget.js" defer></script>\n<booking-widget publishable-key="${key}"></booking-widget>`,
    page: `/book/${actor.tenant.slug}`,
    config,
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "admin");
  return submit(request, Answer, async ({ intent }) => {
    await saveOnboardingStep(actor, { step: "widget", data: { skip: intent === "later" } });
    return redirect("/onboarding/payments");
  });
}

export default function WidgetStep() {
  return (
    <WidgetPage
      {...useLoaderData<typeof loader>()}
      refusal={useActionData<typeof action>()?.result}
    />
  );
}
