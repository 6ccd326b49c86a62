import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { takeFlash } from "~/http/flash.server";
import { requireActor } from "~/http/page.server";
import { Frame } from "~/ui/layout/frame";
import { AsOf } from "~/ui/live/as-of";
import { loadFrame } from "./load.server";

export { shouldRevalidate } from "~/ui/layout/drawer-address";

export async function loader({ request }: LoaderFunctionArgs) {
  const shown = await loadFrame(await requireActor(request));
  const { flash, headers } = takeFlash(request);
  return data({ ...shown, flash }, { headers });
}

export default function Dashboard() {
  const { locale, time_zone, as_of, ...frame } = useLoaderData<typeof loader>();
  return (
    <Frame {...frame}>
      <Outlet />
      <AsOf locale={locale} time_zone={time_zone} as_of={as_of} />
    </Frame>
  );
}
