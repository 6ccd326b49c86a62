import { Link } from "@remix-run/react";
import { t } from "~/i18n/text";
import rows from "~/ui/layout/rows.module.css";
import type { AuditChange } from "./audit-changes";

export interface AuditLine {
  id: string;
  at: string;
  who: string;
  what: string;
  /** URL of the entity; null for none. */
  to: string | null;
  changes: AuditChange[];
}

/** Actions by person, newest first, with each field before and after. */
export function AuditList({ lines }: { lines: AuditLine[] }) {
  return (
    <ul className={rows.list}>
      {lines.map(({ id, at, who, what, to, changes }) => (
        <li key={id} data-row>
          <div className={rows.main}>
            <span className={rows.name}>{to === null ? what : <Link to={to}>{what}</Link>}</span>
            {changes.length > 0 && (
              <dl className="m-0 text-sm [&>div]:flex [&>div]:flex-wrap [&>div]:gap-x-3 [&>div]:gap-y-0 [&_dt]:text-muted [&_dd]:min-w-0 [&_dd]:m-0 [&_dd]:wrap-anywhere [&_del]:text-muted [&_ins]:no-underline">
                {changes.map(({ field, before, after }) => (
                  <div key={field}>
                    <dt>{field}</dt>
                    <dd>
                      {before !== null && (
                        <>
                          <span className="hidden-text">{t("Before:")} </span>
                          <del>{before}</del> <span aria-hidden="true">→</span>
                          <span className="hidden-text"> {t("After:")}</span>{" "}
                        </>
                      )}
                      <ins>{after}</ins>
                    </dd>
                  </div>
                ))}
              </dl>
            )}
          </div>
          <div className={rows.side}>
            <span>{who}</span>
            <span>{at}</span>
          </div>
        </li>
      ))}
    </ul>
  );
}
