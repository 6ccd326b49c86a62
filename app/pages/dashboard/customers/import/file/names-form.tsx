import { Form } from "@remix-run/react";
import { useId } from "react";
import type { NameKind } from "~/domain/imports/import-row";
import { msg, plural, t } from "~/i18n/text";
import { Button } from "~/ui/kit/button";
import { Hint } from "~/ui/kit/form";
import { Select } from "~/ui/kit/inputs";
import { Card } from "~/ui/layout/card";
import { LEFT_OUT } from "./import-forms";
import type { NameChoices } from "./load.server";

const TITLES: Record<NameKind, string> = { service: msg("Services"), resource: msg("Resources") };

/** Names of the file that are none of the company's, each with a choice of one. */
export function NamesForm({ choices }: { choices: readonly NameChoices[] }) {
  if (choices.length === 0) return null;
  const chosen = choices.flatMap(({ names }) => names.map(({ chosen_id }) => chosen_id));
  return (
    <Card
      title={t("Unknown names")}
      lead={t("Choose which of yours they are, or leave their rows out.")}
    >
      {/* Remounted with other choices, so that the selects show the stored ones. */}
      <Form method="post" key={chosen.join()} className="flex flex-col gap-4 items-start">
        <input type="hidden" name="intent" value="names" />
        {choices.map((each) => (
          <Names key={each.kind} choices={each} />
        ))}
        <Button type="submit">{t("Update preview")}</Button>
      </Form>
    </Card>
  );
}

function Names({ choices: { kind, names, more, own } }: { choices: NameChoices }) {
  const options = [
    { value: LEFT_OUT, label: t("Leave these rows out") },
    ...own.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <section className="w-full" aria-label={t(TITLES[kind])}>
      <h3 className="m-0 pb-1 text-sm font-medium">{t(TITLES[kind])}</h3>
      <ul className="w-full m-0 p-0 list-none border-t border-line">
        {names.map((each, index) => (
          <NameLine
            key={each.name}
            field={`${kind}[${index}]`}
            name={each.name}
            rows={each.rows}
            value={each.chosen_id ?? LEFT_OUT}
            options={options}
          />
        ))}
      </ul>
      {more > 0 && (
        <Hint>
          {plural(more, "{{count}} more name isn’t listed.", "{{count}} more names aren’t listed.")}
        </Hint>
      )}
    </section>
  );
}

interface NameLineProps {
  field: string;
  name: string;
  rows: number;
  value: string;
  options: readonly { value: string; label: string }[];
}

function NameLine({ field, name, rows, value, options }: NameLineProps) {
  const id = useId();
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_13rem] gap-x-4 gap-y-1.5 items-center py-2 border-b border-line max-md:grid-cols-[minmax(0,1fr)]">
      <label htmlFor={id} className="min-w-0">
        <bdi className="block font-medium wrap-anywhere">{name === "" ? t("No name") : name}</bdi>
        <span className="block text-muted text-sm">
          {plural(rows, "{{count}} row", "{{count}} rows")}
        </span>
      </label>
      <input type="hidden" name={`${field}.name`} value={name} />
      <Select id={id} name={`${field}.id`} defaultValue={value} options={options} />
    </li>
  );
}
