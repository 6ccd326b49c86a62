import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findBaseKeyCaller } from "~/domain/api-keys/base-key-actor.server";
import { findDemoSlug } from "~/domain/identity/accounts.sql.server";
import { findVisitor } from "~/http/page.server";
import { env, isProduction } from "~/lib/env.server";
import type { PageHandle } from "~/ui/page-handle";
import { LandingPage } from "./landing-page";
import { TRY } from "./try-widget";

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
  const isTried = new URL(request.url).searchParams.has(TRY);
  const slug = env.DEMO === "1" && !isProduction ? await findDemoSlug() : null;
  const [visitor, caller] = await Promise.all([
    findVisitor(request),
    slug !== null && isTried ? findBaseKeyCaller(slug, null) : null,
  ]);
  return {
    is_signed_in: visitor !== null,
    /** The demo company's booking page, and the key of its widget once that is asked for. */
    demo: slug === null ? null : { slug, key: caller?.key ?? null },
  };
}

export default function Landing() {
  return <LandingPage {...useLoaderData<typeof loader>()} />;
}
