import { t } from "~/i18n/text";
import { List, Row, RowMain, RowName, RowText, RowSide } from "~/ui/kit/list";
import { Badge } from "~/ui/kit/badge";
import { type PaymentLine, paymentWords } from "~/ui/booking/payment-words";

/** Payments with their bookings. */
export function PaymentList({ payments }: { payments: PaymentLine[] }) {
  return (
    <List>
      {payments.map(({ id, booking_id, name, reference, about, amount, receipt_url, status }) => {
        const { tone, icon, label } = paymentWords[status];
        return (
          <Row key={id}>
            <RowMain>
              <RowName to={`/dashboard/bookings/${booking_id}`}>{name}</RowName>
              <RowText>{[reference, about].filter(Boolean).join(" · ")}</RowText>
            </RowMain>
            <RowSide>
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
            </RowSide>
          </Row>
        );
      })}
    </List>
  );
}
