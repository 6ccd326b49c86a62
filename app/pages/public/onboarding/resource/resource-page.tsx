import { useForm, type SubmissionResult } from "@conform-to/react";
import { t } from "~/i18n/text";
import type { FieldLimits } from "~/ui/form/field-limits";
import { TextInput } from "~/ui/kit/inputs";
import { Choices } from "../choices";
import { inputProps } from "../field-props";
import { StepForm } from "../step-form";
import type { Bookable } from "./resource-form";

interface ResourcePageProps {
  limits: Record<string, FieldLimits>;
  known: Bookable;
  /** The kinds of things to choose from. */
  types: string[];
  lastResult: SubmissionResult<string[]> | undefined;
}

/** The second step: the first thing that can be booked. */
export function ResourcePage({ limits, known, types, lastResult }: ResourcePageProps) {
  const [form, fields] = useForm<Bookable>({ lastResult, id: "resource", defaultValue: known });
  return (
    <StepForm
      title={t("What can be booked?")}
      lead={t("Start with one: a person, a room or a class. You can add more later.")}
      form={form}
      back="/onboarding/company"
    >
      <Choices
        legend={t("Type")}
        type="radio"
        field={fields.type}
        options={types.map((value) => ({ value, label: value[0]?.toUpperCase() + value.slice(1) }))}
      />
      <TextInput
        {...inputProps(fields.name, "text", limits)}
        label={t("Name")}
        description={t("What guests see, for example Anna, Room 2 or Court 1")}
        autoComplete="off"
        autoFocus
      />
      <TextInput
        {...inputProps(fields.capacity, "number", limits)}
        label={t("Places at the same time")}
        description={t("1 for a person or a room; for a class, how many people can join")}
      />
    </StepForm>
  );
}
