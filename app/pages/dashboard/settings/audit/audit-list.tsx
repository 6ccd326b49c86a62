import { t } from "~/i18n/text";
import { List, Row, RowMain, RowName, RowSide } from "~/ui/kit/list";
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
    <List>
      {lines.map(({ id, at, who, what, to, changes }) => (
        <Row key={id}>
          <RowMain>
            <RowName to={to}>{what}</RowName>
            {changes.length > 0 && (
              <dl className="m-0 text-sm">
                {changes.map(({ field, before, after }) => (
                  <div className="flex flex-wrap gap-x-3 gap-y-0" key={field}>
                    <dt className="text-muted">{field}</dt>
                    <dd className="min-w-0 m-0 wrap-anywhere">
                      {before !== null && (
                        <>
                          <span className="hidden-text">{t("Before:")} </span>
                          <del className="text-muted">{before}</del>{" "}
                          <span aria-hidden="true">→</span>
                          <span className="hidden-text"> {t("After:")}</span>{" "}
                        </>
                      )}
                      <ins className="no-underline">{after}</ins>
                    </dd>
                  </div>
                ))}
              </dl>
            )}
          </RowMain>
          <RowSide>
            <span>{who}</span>
            <span>{at}</span>
          </RowSide>
        </Row>
      ))}
    </List>
  );
}
