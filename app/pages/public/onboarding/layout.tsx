import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { readBusinessKind } from "~/domain/onboarding/set-up-resources.server";
import { requireVisitor } from "~/http/page.server";
import { t } from "~/i18n/text";
import { OnboardingFrame } from "./onboarding-frame";

export const meta: MetaFunction = () => [
  { title: `${t("Set up your business")} · Booking Service` },
];

export async function loader({ request }: LoaderFunctionArgs) {
  const { account, actor } = await requireVisitor(request);
  const kind = actor === null ? null : await readBusinessKind(actor.tenant.id);
  return { email: account.email, kind: kind ?? "people" };
}

export default function Onboarding() {
  return (
    <OnboardingFrame {...useLoaderData<typeof loader>()}>
      <Outlet />
    </OnboardingFrame>
  );
}
