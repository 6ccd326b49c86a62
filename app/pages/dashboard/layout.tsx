import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { takeFlash } from "~/http/flash.server";
import { requireActor } from "~/http/page.server";
import { readLanguageCookie } from "~/http/page-language.server";
import { Frame } from "~/ui/layout/frame";
import { AsOf } from "~/ui/live/as-of";
import { loadFrame } from "./load.server";

export { shouldRevalidateFrame as shouldRevalidate } from "~/ui/layout/drawer-address";

export async function loader({ request }: LoaderFunctionArgs) {
  const shown = await loadFrame(await requireActor(request));
  const { flash, headers } = takeFlash(request);
  const user = { ...shown.user, language: readLanguageCookie(request) };
  return data({ ...shown, user, flash }, { headers });
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
