import { Form } from "@remix-run/react";
import { t } from "~/i18n/text";
import { Button, LinkButton } from "~/ui/kit/button";
import { PartTitle } from "~/ui/layout/in-drawer";

const LIST =
  "m-0 p-0 border border-line rounded-[0.875rem] bg-surface list-none [&_li]:flex [&_li]:flex-wrap [&_li]:items-center [&_li]:gap-x-5 [&_li]:gap-y-1 [&_li]:min-h-11 [&_li]:py-1 [&_li]:px-3 [&_li]:text-[0.875rem] [&_li+li]:border-t [&_li+li]:border-line";

export interface OtherRecord {
  id: string;
  name: string;
  contact: string;
  /** Why it may be a duplicate, or when it was merged. */
  about: string;
}

/** Possible duplicates to compare. */
export function Duplicates({ id, records }: { id: string; records: OtherRecord[] }) {
  if (records.length === 0) return null;
  return (
    <section>
      <PartTitle>{t("Possible duplicates")}</PartTitle>
      <ul className={LIST}>
        {records.map((record) => (
          <li key={record.id} data-row>
            <RecordWords record={record} />
            <LinkButton to={`/dashboard/customers/${id}?merge=${record.id}`} preventScrollReset>
              <span aria-hidden="true">{t("Compare")}</span>
              <span className="hidden-text">
                {t("Compare with {{name}}", { name: record.name })}
              </span>
            </LinkButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Merged records; each merge can be undone. */
export function MergedRecords({ records, mayUndo }: { records: OtherRecord[]; mayUndo: boolean }) {
  if (records.length === 0) return null;
  return (
    <section>
      <PartTitle>{t("Merged into this customer")}</PartTitle>
      <ul className={LIST}>
        {records.map((record) => (
          <li key={record.id} data-row>
            <RecordWords record={record} />
            {mayUndo && (
              <Form method="post" preventScrollReset>
                <input type="hidden" name="intent" value="unmerge" />
                <Button type="submit" name="from_id" value={record.id}>
                  <span aria-hidden="true">{t("Undo merge")}</span>
                  <span className="hidden-text">
                    {t("Undo merge of {{name}}", { name: record.name })}
                  </span>
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function RecordWords({ record: { name, contact, about } }: { record: OtherRecord }) {
  return (
    <div className="flex flex-[1_1_14rem] flex-col leading-[1.5rem] wrap-anywhere">
      <strong>{name}</strong>
      <span className="text-muted">{[contact, about].filter(Boolean).join(" · ")}</span>
    </div>
  );
}
