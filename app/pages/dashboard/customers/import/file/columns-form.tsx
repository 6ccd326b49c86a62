import { Form } from "@remix-run/react";
import { useId } from "react";
import { fieldsOf, type ImportKind } from "~/domain/imports/import-fields";
import type { DateOrder } from "~/domain/imports/read-moment";
import { pageLocale, t } from "~/i18n/text";
import { Button } from "~/ui/kit/button";
import { Hint } from "~/ui/kit/form";
import { Select } from "~/ui/kit/inputs";
import { Card } from "~/ui/layout/card";
import { FIELD_WORDS } from "./import-words";
import type { ImportColumn } from "./load.server";

interface ColumnsFormProps {
  kind: ImportKind;
  columns: readonly ImportColumn[];
  /** null: the file has no date that can be read in two ways. */
  order: DateOrder | null;
  time_zone: string;
}

/** The detail that each column is imported as, with examples; guessed from the headers. */
export function ColumnsForm({ kind, columns, order, time_zone }: ColumnsFormProps) {
  const options = [
    { value: "none", label: t("Not imported") },
    ...fieldsOf(kind).map((value) => ({ value, label: t(FIELD_WORDS[value]) })),
  ];
  return (
    <Card
      title={t("Columns")}
      lead={t("Recognised by their headers. Change what doesn’t fit, and update the preview.")}
    >
      {/* Remounted with other columns, so that the selects show the stored ones. */}
      <Form
        method="post"
        key={[order, ...columns.map(({ field }) => field)].join()}
        className="flex flex-col gap-4 items-start"
      >
        <input type="hidden" name="intent" value="columns" />
        <ul className="w-full m-0 p-0 list-none border-t border-line">
          {columns.map((column, index) => (
            <ColumnLine key={index} column={column} index={index} options={options} />
          ))}
        </ul>
        {order !== null && (
          <Select
            label={t("Dates such as 03/04/2026")}
            name="order"
            defaultValue={order}
            options={[
              { value: "dmy", label: dayOf("2026-04-03") },
              { value: "mdy", label: dayOf("2026-03-04") },
            ]}
          />
        )}
        {kind === "bookings" && (
          <Hint>
            {t(
              "Times are on the clock of {{zone}}, unless they have an offset. Of a time that occurs twice, the first counts.",
              { zone: time_zone },
            )}
          </Hint>
        )}
        <Button type="submit">{t("Update preview")}</Button>
      </Form>
    </Card>
  );
}

const dayOf = (date: string): string =>
  new Intl.DateTimeFormat(pageLocale(), { dateStyle: "long", timeZone: "UTC" }).format(
    new Date(date),
  );

interface ColumnLineProps {
  column: ImportColumn;
  index: number;
  options: readonly { value: string; label: string }[];
}

function ColumnLine({ column: { header, examples, field }, index, options }: ColumnLineProps) {
  const id = useId();
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_13rem] gap-x-4 gap-y-1.5 items-center py-2 border-b border-line max-md:grid-cols-[minmax(0,1fr)]">
      <label htmlFor={id} className="min-w-0">
        <bdi className="block font-medium wrap-anywhere">
          {header === "" ? t("Column {{number}}", { number: index + 1 }) : header}
        </bdi>
        <bdi className="block overflow-hidden text-muted text-sm text-ellipsis whitespace-nowrap">
          {examples === "" ? t("Empty") : examples}
        </bdi>
      </label>
      <Select
        id={id}
        name={`fields[${index}]`}
        defaultValue={field === "" ? "none" : field}
        options={options}
      />
    </li>
  );
}
