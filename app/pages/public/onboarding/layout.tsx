import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { requireVisitor } from "~/http/page.server";
import { OnboardingFrame } from "./onboarding-frame";

export const meta: MetaFunction = () => [{ title: "Set up your company · Booking Service" }];

export async function loader({ request }: LoaderFunctionArgs) {
  return { email: (await requireVisitor(request)).account.email };
}

export default function Onboarding() {
  return (
    <OnboardingFrame email={useLoaderData<typeof loader>().email}>
      <Outlet />
    </OnboardingFrame>
  );
}
