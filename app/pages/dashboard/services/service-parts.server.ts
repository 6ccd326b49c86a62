import type { z } from "zod";
import type { Schedule, SchedulePatch } from "~/contract/schedules";
import { WidgetConfigurationFilter } from "~/contract/widget-configs";
import { mayUseResource, hasRole, type StaffActor } from "~/domain/identity/actor";
import { listWidgetConfigs } from "~/domain/widgets/widget-configs.server";
import { pageError } from "~/http/page.server";
import { t } from "~/i18n/text";
import { newId } from "~/lib/ids";
import { changeHoursRows } from "~/ui/hours/hours-form";
import {
  type FormValues,
  HoursForm,
  hoursValues,
  patchOfHours,
  patchOfQuestions,
  patchOfRules,
  QuestionsForm,
  questionsValues,
  RulesForm,
  rulesValues,
} from "~/ui/services/service-forms";
import type { FormTab } from "~/ui/services/service-view";
import { detailsFieldNames, DetailsForm, detailsValues, patchOfDetails } from "./details-form";
import type { FieldNames } from "./form-rows";
import { patchOfPrice, PriceForm, priceFieldNames, priceValues } from "./price-form";
import { patchOfWho, whoFieldNames, WhoForm, whoValues } from "./who-form";

interface PartContext {
  schedule: Schedule;
  /** The tenant's currency. */
  currency: string;
  /** Ids of the resources in the form. */
  listed: string[];
}

interface Part {
  schema: z.ZodObject;
  values: (schedule: Schedule) => FormValues;
  patch: (form: unknown, context: PartContext) => SchedulePatch;
  /** Applies a press of a row's button without JavaScript, if rows aren't plain lists. */
  change_rows?: <Form extends object>(form: Form, change: string) => Form;
  /** Maps contract fields to form fields, if they differ. */
  names?: (form: unknown, patch: SchedulePatch) => FieldNames;
}

/** A page of a service: form, displayed values and resulting patch. */
const SERVICE_PARTS: Record<FormTab, Part> = {
  offer: {
    schema: DetailsForm,
    values: detailsValues,
    patch: (form) => patchOfDetails(form as DetailsForm),
    names: () => detailsFieldNames,
  },
  hours: {
    schema: HoursForm,
    values: hoursValues,
    patch: (form) => patchOfHours(form as HoursForm),
    change_rows: (form, change) => ({
      ...form,
      ...changeHoursRows(form as unknown as HoursForm, change),
    }),
  },
  who: {
    schema: WhoForm,
    values: whoValues,
    patch: (form, { schedule, currency, listed }) =>
      patchOfWho(form as WhoForm, schedule, currency, listed),
    names: (form, patch) => whoFieldNames(form as WhoForm, patch),
  },
  price: {
    schema: PriceForm,
    values: priceValues,
    patch: (form, { schedule, currency }) => patchOfPrice(form as PriceForm, schedule, currency),
    names: (form) => priceFieldNames(form as PriceForm),
  },
  rules: {
    schema: RulesForm,
    values: rulesValues,
    patch: (form, { schedule }) => patchOfRules(form as RulesForm, schedule),
  },
  questions: {
    schema: QuestionsForm,
    values: questionsValues,
    patch: (form) => patchOfQuestions(form as QuestionsForm, () => `q-${newId()}`),
  },
};

export interface ServicePart extends Part {
  tab: FormTab;
}

/** The page named in the URL. Throws a 404 response. */
export function partOf(name: string | undefined): ServicePart {
  if (name === undefined || !Object.hasOwn(SERVICE_PARTS, name))
    throw pageError(404, t("Page not found"));
  const tab = name as FormTab; // a key of the table
  return { tab, ...SERVICE_PARTS[tab] };
}

/** Staff may change services of their own resources. */
export function mayChange(actor: StaffActor, schedule: Schedule): boolean {
  return hasRole(actor, "staff") && schedule.resource_ids.every((id) => mayUseResource(actor, id));
}

/** Questions of the widgets that offer this service, asked before its own. */
export async function widgetQuestions(actor: StaffActor, scheduleId: string) {
  const { data } = await listWidgetConfigs(actor, WidgetConfigurationFilter.parse({ limit: 50 }));
  return data
    .filter(
      ({ schedule_ids, questions }) =>
        (schedule_ids?.includes(scheduleId) ?? true) && questions.length > 0,
    )
    .map(({ id, name, questions }) => ({
      id,
      name,
      questions: questions.map(({ label }) => label),
    }));
}
