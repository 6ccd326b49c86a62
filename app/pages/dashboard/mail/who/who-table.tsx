import { t } from "~/i18n/text";
import styles from "./who-table.module.css";

export interface WhoRow {
  event: string;
  label: string;
  when: string;
  /** Recipients; `value` is submitted when checked. */
  to: { value: string; label: string; is_mailed: boolean }[];
}

/** Rows are emails, columns are recipients: checkboxes with permission, otherwise text. */
export function WhoTable({ rows, may_edit }: { rows: WhoRow[]; may_edit: boolean }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t("Email")}</th>
          {rows[0]?.to.map(({ label }) => (
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
            {to.map(({ value, label: recipient, is_mailed }) => (
              <td key={value}>
                {may_edit ? (
                  <label>
                    <input
                      type="checkbox"
                      name="on"
                      value={value}
                      defaultChecked={is_mailed}
                      aria-label={`${label}: ${recipient}`}
                    />
                  </label>
                ) : (
                  <span>{is_mailed ? t("Yes") : t("No")}</span>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
