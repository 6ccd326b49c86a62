import { t } from "~/i18n/text";
import styles from "./who-table.module.css";

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
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t("Email")}</th>
          {columns.map((label) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ event, label, when, to }) => (
          <tr key={event}>
            <th scope="row">
              {label}
              <small>{when}</small>
            </th>
            {to.map((cell, column) => (
              <td key={columns[column]}>
                {cell === null ? (
                  <span title={t("Never sent")}>–</span>
                ) : may_edit ? (
                  <label>
                    <input
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
