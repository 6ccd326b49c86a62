import { t } from "~/i18n/text";

interface WhoRow {
  event: string;
  label: string;
  when: string;
  /** One cell for each column; `value` is submitted when checked, null is never emailed. */
  to: ({ value: string; label: string; is_mailed: boolean } | null)[];
}

export interface WhoTableProps {
  rows: WhoRow[];
  columns: string[];
  may_edit: boolean;
}

/** Rows are emails, columns are recipients: checkboxes with permission, otherwise text. */
export function WhoTable({ rows, columns, may_edit }: WhoTableProps) {
  return (
    <table className="w-full max-w-176 border border-line [border-spacing:0] rounded-lg bg-surface [&_thead_th+th]:w-22 [&_thead_th+th]:p-0 [&_thead_th+th]:text-center [&_tbody_th]:border-t [&_tbody_th]:border-line [&_tbody_td]:border-t [&_tbody_td]:border-line [&_thead_th]:text-muted [&_thead_th]:text-xs [&_thead_th]:font-medium max-md:[&_thead_th+th]:w-15 max-md:[&_thead_th+th]:text-[0.8125rem] max-md:[&_thead_th:last-child]:pe-1.5">
      <thead>
        <tr>
          <th className="py-1.5 px-3 text-md font-medium text-start" scope="col">
            {t("Email")}
          </th>
          {columns.map((label) => (
            <th className="py-1.5 px-3 text-md font-medium text-start" key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ event, label, when, to }) => (
          <tr key={event}>
            <th className="py-1.5 px-3 text-md font-medium text-start" scope="row">
              {label}
              <small className="block text-muted text-sm">{when}</small>
            </th>
            {to.map((cell, column) => (
              <td
                className="w-22 p-0 text-center max-md:w-15 max-md:last:pe-1.5"
                key={columns[column]}
              >
                {cell === null ? (
                  <span title={t("Never sent")}>–</span>
                ) : may_edit ? (
                  <label className="grid place-items-center min-w-11 min-h-12 cursor-pointer hover:bg-hover">
                    <input
                      className="size-5 m-0"
                      type="checkbox"
                      name="on"
                      value={cell.value}
                      defaultChecked={cell.is_mailed}
                      aria-label={`${label}: ${cell.label}`}
                    />
                  </label>
                ) : (
                  <span>{cell.is_mailed ? t("Yes") : t("No")}</span>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
