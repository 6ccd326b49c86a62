import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Id } from "~/contract/common";
import { getDelivery } from "~/domain/webhooks/deliveries.sql.server";
import { orNoPage } from "~/http/or-no-page.server";
import { pageError, requireActor } from "~/http/page.server";
import { t } from "~/i18n/text";
import { PageHeader } from "~/ui/layout/page-header";
import { SignatureChecker } from "./signature-checker";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: `${t("Check a signature")} · Booking Service` }];

/** `?delivery=` prefills body and headers of its last attempt. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request, "admin");
  const deliveryId = new URL(request.url).searchParams.get("delivery");
  if (deliveryId === null) return { sent: null };
  const id = Id.safeParse(deliveryId);
  if (!id.success) throw pageError(404, t("Delivery not found"));
  const delivery = await orNoPage(getDelivery(actor, id.data));
  const headers = Object.entries(delivery.attempt_log.at(-1)?.request_headers ?? {});
  return {
    sent: {
      body: delivery.request_body,
      headers: headers.map(([name, value]) => `${name}: ${value}`).join("\n"),
    },
  };
}

export default function Check() {
  const { sent } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        up={{ to: "/dashboard/webhooks", name: t("Webhooks") }}
        title={t("Check a signature")}
      />
      <SignatureChecker sent={sent} />
    </>
  );
}
