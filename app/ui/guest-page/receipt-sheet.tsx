import type { Receipt } from "~/contract/receipts";
import { referenceOf } from "~/domain/bookings/read/booking-reference";
import { addressLine } from "~/lib/address-line";
import { formatMoney } from "~/lib/money";
import { fill, manageTexts } from "./manage-language";

interface ReceiptSheetProps {
  receipt: Receipt;
  /** The guest's language. */
  locale: string;
  time_zone: string;
  /** The heading's level on its page. */
  heading: "h1" | "h2";
}

/** A receipt that prints on one page. */
export function ReceiptSheet({ receipt, locale, time_zone, heading: Heading }: ReceiptSheetProps) {
  const { amount, currency, company, tax, lines } = receipt;
  const t = manageTexts(locale);
  const money = (part: number) => formatMoney(part, currency, locale);
  const day = (at: string) =>
    new Intl.DateTimeFormat(locale, { timeZone: time_zone, dateStyle: "long" }).format(
      new Date(at),
    );
  const feeNames: Record<string, string> = {
    late_cancellation: t.receipt_fee_late_cancellation,
    no_show: t.receipt_fee_no_show,
  };
  const address = addressLine(company.address);
  const price = lines.reduce((sum, line) => sum + line.amount, 0);
  return (
    <article className="max-w-[38rem]">
      <Heading className="text-2xl font-semibold">
        {amount < 0 ? t.receipt_of_refund : t.receipt}
      </Heading>
      <p>
        <strong>
          <bdi>{company.name}</bdi>
        </strong>
        {address !== null && (
          <>
            <br />
            <bdi>{address}</bdi>
          </>
        )}
        {company.tax_number !== null && tax !== null && (
          <>
            <br />
            {fill(t.receipt_tax_number, { name: tax.name, number: company.tax_number })}
          </>
        )}
      </p>
      <table className="w-full border-collapse my-4">
        <tbody>
          <Line name={t.receipt_number} amount={receipt.number} />
          <Line name={t.receipt_date} amount={day(receipt.created_at)} />
          <Line name={t.receipt_for} amount={receipt.guest_name} />
          <Line name={t.reference} amount={referenceOf(receipt.booking_reference)} />
        </tbody>
      </table>
      <table className="w-full border-collapse my-4">
        <tbody>
          {lines.map(({ label, kind, quantity, amount: part }, index) => (
            <Line
              key={index}
              name={[feeNames[kind], label].filter(Boolean).join(" · ")}
              quantity={quantity}
              amount={money(part)}
            />
          ))}
          {lines.length > 1 && <Line name={t.receipt_price} amount={money(price)} />}
          <Line
            name={
              amount < 0
                ? t.receipt_returned
                : `${t.receipt_received} · ${day(receipt.received_at)}`
            }
            amount={money(amount)}
            is_total
          />
          {tax !== null && (
            <>
              <Line
                name={fill(t.receipt_net, { name: tax.name })}
                amount={money(amount - tax.amount)}
              />
              <Line
                name={fill(t.receipt_tax, {
                  name: tax.name,
                  rate: new Intl.NumberFormat(locale, {
                    style: "percent",
                    maximumFractionDigits: 2,
                  }).format(tax.rate_bps / 10_000),
                })}
                amount={money(tax.amount)}
              />
            </>
          )}
        </tbody>
      </table>
    </article>
  );
}

interface LineProps {
  name: string;
  quantity?: number;
  amount: string;
  is_total?: boolean;
}

function Line({ name, quantity = 1, amount, is_total = false }: LineProps) {
  return (
    <tr className={is_total ? "border-t border-line font-semibold" : ""}>
      <td className="py-1 text-start">
        <bdi>{name}</bdi>
        {quantity > 1 && ` × ${quantity}`}
      </td>
      <td className="py-1 ps-4 text-end tabular-nums">
        <bdi>{amount}</bdi>
      </td>
    </tr>
  );
}
