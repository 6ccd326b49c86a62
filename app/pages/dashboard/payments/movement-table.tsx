import { t } from "~/i18n/text";
import { Badge } from "~/ui/kit/badge";
import { RowLink } from "~/ui/kit/row-link";
import { Cell, CellLine, Table, TableBody, TableRow } from "~/ui/kit/table";
import type { MovementLine } from "./movement-line";

/** On narrow screens the least important columns are hidden; the booking has them. */
const FROM_LG = "max-lg:hidden";
/** Before, the service stands next to the guest. */
const FROM_WIDE = "max-[90em]:hidden";

/** Payments, refunds and disputes; each row opens its booking. */
export function MovementTable({ movements }: { movements: MovementLine[] }) {
  return (
    <Table
      label={t("All payments")}
      columns={[
        { label: t("Date"), className: "w-18" },
        { label: t("Guest") },
        { label: t("Service"), className: FROM_WIDE },
        { label: t("Method"), className: "w-34" },
        { label: t("Amount"), className: "w-22", align: "end" },
        { label: t("Fee"), className: `w-16 ${FROM_LG}`, align: "end" },
        { label: t("Net"), className: "w-22", align: "end" },
        { label: t("Status"), className: "w-40 ps-4" },
      ]}
    >
      <TableBody>
        {movements.map((movement) => (
          <MovementCells key={movement.id} {...movement} />
        ))}
      </TableBody>
    </Table>
  );
}

const PHONE_NOTE = "max-md:row-2 max-md:text-[0.8125rem]";

function MovementCells({ id, booking_id, name, reference, status, ...row }: MovementLine) {
  return (
    <TableRow
      data-row={id}
      className="max-md:grid-cols-[auto_minmax(0,1fr)_auto] max-md:grid-rows-[20px_24px] max-md:gap-x-2 max-md:gap-y-0.5"
    >
      <Cell className="text-muted" phone={`max-md:col-1 ${PHONE_NOTE}`}>
        {row.day}
      </Cell>
      <Cell phone="max-md:[grid-column:1/3] max-md:row-1">
        <CellLine>
          <RowLink
            to={`/dashboard/bookings/${booking_id}`}
            className="flex-none max-w-full overflow-hidden text-ellipsis"
            title={reference}
          >
            <bdi>{name}</bdi>
          </RowLink>
          {row.is_test && (
            <Badge tone="quiet" icon="flag" size="small">
              {t("Test")}
            </Badge>
          )}
          <span className="min-w-0 overflow-hidden text-ellipsis text-muted text-sm min-[90em]:hidden">
            {row.service}
          </span>
        </CellLine>
      </Cell>
      <Cell className={`text-muted ${FROM_WIDE}`}>{row.service}</Cell>
      <Cell className="text-muted" phone={`max-md:col-2 ${PHONE_NOTE}`}>
        {row.method}
      </Cell>
      <Cell className="tabular-nums" align="end" phone="max-md:col-3 max-md:row-1">
        {row.amount}
      </Cell>
      <Cell className={`text-muted tabular-nums ${FROM_LG}`} align="end">
        {row.fee}
      </Cell>
      <Cell className="tabular-nums" align="end">
        {row.net}
      </Cell>
      <Cell className="ps-4" phone={`max-md:col-3 max-md:justify-self-end ${PHONE_NOTE}`}>
        <CellLine>
          <Badge tone={status.tone} icon={status.icon} size="small">
            {status.note ?? status.label}
          </Badge>
          {row.receipt_url !== null && (
            <a
              href={row.receipt_url}
              rel="noreferrer"
              className="relative z-1 text-accent-text text-sm max-md:hidden"
              aria-label={t("Receipt of {{name}}, {{amount}}", { name, amount: row.amount })}
            >
              {t("Receipt")}
            </a>
          )}
        </CellLine>
      </Cell>
    </TableRow>
  );
}
