import { t } from "~/i18n/text";
import {
  ChangedMeanwhile,
  CheckboxField,
  FieldProblem,
  SelectField,
  TextField,
} from "~/ui/form/fields";
import { Button, IconButton } from "~/ui/kit/button";
import { FormSection, Hint } from "~/ui/kit/form";
import { TextLink } from "~/ui/kit/link";
import { useFormRows } from "./use-form-rows";

export interface NeedChoice {
  value: string;
  label: string;
}

const MAX_NEEDS = 4;

/** What each booking takes besides its resource: a room, a chair, or one of a group. */
export function NeedFields({ choices }: { choices: NeedChoice[] }) {
  const { rows, list, add, remove } = useFormRows<HTMLElement>("needs");
  return (
    <FormSection ref={list} id="needs" title={t("More than one thing")}>
      <Hint>{t("Each booking takes these too. A time is offered only while all are free.")}</Hint>
      <ChangedMeanwhile name="needs">{t("Changed by someone else.")}</ChangedMeanwhile>
      {rows.map((index, at) => (
        <div
          key={index}
          className="flex flex-col gap-2 pb-3 border-b border-line"
          role="group"
          aria-label={t("Need {{number}}", { number: at + 1 })}
          data-row
        >
          <div className="flex flex-wrap gap-x-3 gap-y-2 items-start">
            <SelectField
              name={`needs[${index}].of`}
              label={t("Resource or group")}
              options={[{ value: "", label: t("Choose") }, ...choices]}
              className="flex-[1_1_12rem] min-w-40"
            />
            <TextField
              name={`needs[${index}].seats`}
              label={t("Seats", { context: "need" })}
              type="number"
              min={1}
              max={500}
              placeholder="1"
              className="flex-[0_1_5rem] min-w-20"
            />
            <TextField
              name={`needs[${index}].minutes_before`}
              label={t("Minutes before")}
              type="number"
              min={0}
              max={480}
              placeholder="0"
              className="flex-[0_1_8rem] min-w-28"
            />
            <TextField
              name={`needs[${index}].minutes_after`}
              label={t("Minutes after")}
              type="number"
              min={0}
              max={480}
              placeholder="0"
              className="flex-[0_1_8rem] min-w-28"
            />
            <IconButton
              icon="cross"
              label={t("Remove need {{number}}", { number: at + 1 })}
              className="mt-5.5"
              {...remove(index)}
            />
          </div>
          <CheckboxField name={`needs[${index}].shown`} label={t("Show it to guests")} />
        </div>
      ))}
      <FieldProblem name="needs" />
      <div className="flex flex-wrap items-center gap-4">
        {rows.length < MAX_NEEDS && (
          <Button icon="plus" data-add {...add}>
            {t("Add need")}
          </Button>
        )}
        <TextLink to="/dashboard/resource-groups" className="text-sm">
          {t("Groups of resources")}
        </TextLink>
      </div>
    </FormSection>
  );
}
