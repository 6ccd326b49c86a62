import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { getReceipt, guestLocaleOf } from "~/domain/receipts/receipts.sql.server";
import { orNoPage, pageId } from "~/http/or-no-page.server";
import { requireActor } from "~/http/page.server";
import { t } from "~/i18n/text";
import { ReceiptSheet } from "~/ui/guest-page/receipt-sheet";
import { Button, LinkButton } from "~/ui/kit/button";
import { PageHeader } from "~/ui/layout/page-header";
import { RECEIPTS_PATH } from "../receipt-query";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.receipt.number ?? t("Receipt")} · Booking Service` },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireActor(request, "admin");
  const receipt = await orNoPage(getReceipt(actor, pageId(params)));
  const { time_zone, locale } = actor.tenant;
  return { receipt, time_zone, locale: (await guestLocaleOf(actor, receipt)) ?? locale };
}

/** A receipt in the guest's language, to print or hand over. */
export default function ReceiptPage() {
  const view = useLoaderData<typeof loader>();
  return (
    <>
      <div className="no-print">
        <PageHeader
          up={{ to: RECEIPTS_PATH, name: t("Receipts") }}
          title={t("Receipt {{number}}", { number: view.receipt.number })}
        >
          <LinkButton to={`/dashboard/bookings/${view.receipt.booking_id}`}>
            {t("Show booking")}
          </LinkButton>
          <Button icon="print" className="needs-script" onClick={() => window.print()}>
            {t("Print")}
          </Button>
        </PageHeader>
      </div>
      <div lang={view.locale}>
        <ReceiptSheet {...view} heading="h2" />
      </div>
    </>
  );
}
