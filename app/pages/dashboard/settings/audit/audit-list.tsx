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
