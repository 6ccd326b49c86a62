import { Form } from "@remix-run/react";
import { useId } from "react";
import { IMPORT_FIELDS } from "~/domain/imports/import-fields";
import { t } from "~/i18n/text";
import { Button } from "~/ui/kit/button";
import { Select } from "~/ui/kit/inputs";
import { Card } from "~/ui/layout/card";
import { FIELD_WORDS } from "./import-words";
import type { ImportColumn } from "./load.server";

/** The detail that each column is imported as, with examples; guessed from the headers. */
export function ColumnsForm({ columns }: { columns: readonly ImportColumn[] }) {
  const options = [
    { value: "none", label: t("Not imported") },
    ...IMPORT_FIELDS.map((value) => ({ value, label: t(FIELD_WORDS[value]) })),
  ];
  return (
    <Card
      title={t("Columns")}
      lead={t("Recognised by their headers. Change what doesn’t fit, and update the preview.")}
    >
      {/* Remounted with other columns, so that the selects show the stored ones. */}
      <Form
        method="post"
        key={columns.map(({ field }) => field).join()}
        className="flex flex-col gap-4 items-start"
      >
        <input type="hidden" name="intent" value="columns" />
        <ul className="w-full m-0 p-0 list-none border-t border-line">
          {columns.map((column, index) => (
            <ColumnLine key={index} column={column} index={index} options={options} />
          ))}
        </ul>
        <Button type="submit">{t("Update preview")}</Button>
      </Form>
    </Card>
  );
}

interface ColumnLineProps {
  column: ImportColumn;
  index: number;
  options: readonly { value: string; label: string }[];
}

function ColumnLine({ column: { header, examples, field }, index, options }: ColumnLineProps) {
  const id = useId();
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_13rem] gap-x-4 items-center py-2 border-b border-line max-md:grid-cols-[minmax(0,1fr)]">
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
