import { t } from "~/i18n/text";
import type { FieldLimits } from "~/ui/form/field-limits";
import { TextField } from "~/ui/form/fields";
import type { FormRefusal } from "~/ui/form/page-form";
import { Choices } from "../choices";
import { StepForm } from "../step-form";
import type { Bookable } from "./resource-form";

interface ResourcePageProps {
  limits: Record<string, FieldLimits>;
  known: Bookable;
  /** The kinds of things to choose from. */
  types: string[];
  refusal: FormRefusal | undefined;
}

/** The second step: the first thing that can be booked. */
export function ResourcePage({ limits, known, types, refusal }: ResourcePageProps) {
  return (
    <StepForm
      title={t("What can be booked?")}
      lead={t("Start with one: a person, a room or a class. You can add more later.")}
      {...{ known, limits, refusal }}
      back="/onboarding/company"
    >
      <Choices
        legend={t("Type")}
        type="radio"
        name="type"
        options={types.map((value) => ({ value, label: value[0]?.toUpperCase() + value.slice(1) }))}
      />
      <TextField
        name="name"
        label={t("Name")}
        description={t("What guests see, for example Anna, Room 2 or Court 1")}
        autoFocus
      />
      <TextField
        name="capacity"
        type="number"
        label={t("Places at the same time")}
        description={t("1 for a person or a room; for a class, how many people can join")}
      />
    </StepForm>
  );
}
