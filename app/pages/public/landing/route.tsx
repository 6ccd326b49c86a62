import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findVisitor } from "~/http/page.server";
import type { PageHandle } from "~/ui/page-handle";
import { LandingPage } from "./landing-page";

/** At a tenth of the size with scripts. */
export const handle: PageHandle<unknown> = { scripts: false };

export const meta: MetaFunction = () => [
  { title: "Booking Service: bookings that can’t collide" },
  {
    name: "description",
    content:
      "A booking calendar for your website, one clear day for your front desk, and no double bookings.",
  },
];

export async function loader({ request }: LoaderFunctionArgs) {
  return { is_signed_in: (await findVisitor(request)) !== null };
}

export default function Landing() {
  return <LandingPage {...useLoaderData<typeof loader>()} />;
}
