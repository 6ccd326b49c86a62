import { Link } from "@remix-run/react";
import { t } from "~/i18n/text";
import { Badge } from "~/ui/kit/badge";
import rows from "~/ui/layout/rows.module.css";
import { type PaymentLine, paymentWords } from "~/ui/booking/payment-words";

/** Payments with their bookings. */
export function PaymentList({ payments }: { payments: PaymentLine[] }) {
  return (
    <ul className={rows.list}>
      {payments.map(({ id, booking_id, name, reference, about, amount, receipt_url, status }) => {
        const { tone, icon, label } = paymentWords[status];
        return (
          <li key={id} data-row>
            <div className={rows.main}>
              <Link
                to={`/dashboard/bookings/${booking_id}`}
                className={rows.name!}
                prefetch="intent"
              >
                {name}
              </Link>
              <p>{[reference, about].filter(Boolean).join(" · ")}</p>
            </div>
            <div className={rows.side}>
              <strong>{amount}</strong>
              {receipt_url !== null && (
                <a
                  href={receipt_url}
                  rel="noreferrer"
                  aria-label={t("Receipt of {{name}}, {{amount}}", { name, amount })}
                >
                  {t("Receipt")}
                </a>
              )}
              <Badge tone={tone} icon={icon}>
                {t(label)}
              </Badge>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
