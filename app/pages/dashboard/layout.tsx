import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { takeFlash } from "~/http/flash.server";
import { requireActor } from "~/http/page.server";
import { readOfflineMethod } from "~/http/offline-method.server";
import { readLanguageCookie } from "~/http/page-language.server";
import { OfflineMethodProvider } from "~/ui/booking/offline-method";
import { Frame } from "~/ui/layout/frame";
import { AsOf } from "~/ui/live/as-of";
import { loadFrame } from "./load.server";

export { shouldRevalidateFrame as shouldRevalidate } from "~/ui/layout/drawer-address";

export async function loader({ request }: LoaderFunctionArgs) {
  const shown = await loadFrame(await requireActor(request));
  const { flash, headers } = takeFlash(request);
  const offline_method = readOfflineMethod(request);
  const user = { ...shown.user, language: readLanguageCookie(request) };
  return data({ ...shown, user, flash, offline_method }, { headers });
}

export default function Dashboard() {
  const { locale, time_zone, as_of, offline_method, ...frame } = useLoaderData<typeof loader>();
  return (
    <OfflineMethodProvider value={offline_method}>
      <Frame {...frame}>
        <Outlet />
        <AsOf locale={locale} time_zone={time_zone} as_of={as_of} />
      </Frame>
    </OfflineMethodProvider>
  );
}
