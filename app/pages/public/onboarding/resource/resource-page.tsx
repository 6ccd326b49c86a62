import type { WidgetConfig } from "~/contract/widget";
import { msg, t } from "~/i18n/text";
import { Choices } from "~/ui/form/choices";
import { TextAreaField, TextField } from "~/ui/form/fields";
import type { FormRefusal } from "~/ui/form/page-form";
import { WORDS } from "../business-words";
import { draftConfig } from "../draft-config";
import { GuestView } from "../guest-view";
import { StepForm } from "../step-form";
import type { ResourceView } from "./load.server";

const TYPES: Record<string, string> = {
  court: msg("Court"),
  room: msg("Room"),
  desk: msg("Desk", { context: "resource" }),
  vehicle: msg("Vehicle"),
  equipment: msg("Equipment"),
};

interface ResourcePageProps {
  view: ResourceView;
  refusal: FormRefusal | undefined;
}

/** Step 2: the people or things guests book. */
export function ResourcePage({ view, refusal }: ResourcePageProps) {
  const { limits, known, kind, types } = view;
  const { title, lead, example, capacity } = WORDS[kind];
  return (
    <StepForm
      title={t(title)}
      lead={t(lead)}
      known={known}
      limits={limits}
      refusal={refusal}
      back="/onboarding/company"
      beside={(typed) => <GuestView config={drafted(view, typed)} />}
    >
      {types.length > 1 ? (
        <Choices
          legend={t("Type")}
          type="radio"
          name="type"
          options={types.map((value) => ({
            value,
            label: t(TYPES[value] ?? value, { context: "resource" }),
          }))}
        />
      ) : (
        <input type="hidden" name="type" value={known.type} />
      )}
      <TextAreaField
        name="names"
        label={t("Names")}
        description={t("One per line, as guests see them. For example {{name}}.", {
          name: t(example),
        })}
        rows={4}
        autoFocus
      />
      {capacity === null ? (
        <input type="hidden" name="capacity" value={known.capacity} />
      ) : (
        <TextField
          name="capacity"
          type="number"
          label={t(capacity.label)}
          description={t(capacity.description)}
        />
      )}
    </StepForm>
  );
}

function drafted(
  { kind, config, known, service }: ResourceView,
  typed: FormData | null,
): WidgetConfig {
  const lines = String(typed?.get("names") ?? known.names).split("\n");
  const names = lines.map((line) => line.trim()).filter((line) => line !== "");
  if (names.length === 0) names.push(t(WORDS[kind].example));
  const { type } = known;
  const capacity = Number(typed?.get("capacity") ?? known.capacity) || 1;
  const price = { price_amount: null, currency: config.tenant.currency };
  return draftConfig(config, { names, type, capacity, ...service, ...price });
}
