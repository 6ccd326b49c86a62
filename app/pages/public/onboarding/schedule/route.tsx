import { getInputProps, useForm } from "@conform-to/react";
import { Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { readOnboarding, saveOnboardingStep } from "~/domain/onboarding/onboarding.server";
import { listUnpayableOffers, readPaymentsStep } from "../payments-step.server";
import { readPrice } from "~/ui/form/price";
import {
  endsNextDay,
  midnightQuestion,
  ScheduleForm,
  toScheduleForm,
  toScheduleStep,
} from "~/ui/services/schedule-form";
import { requireActor, submit } from "~/http/page.server";
import { invalidField } from "~/lib/app-error";
import { Notice } from "~/ui/feedback/notice";
import { Choices } from "../choices";
import { fieldLimits } from "~/ui/form/field-limits";
import { inputProps, selectProps } from "../field-props";
import { StepForm } from "../step-form";
import styles from "~/ui/form/step-form.module.css";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const DURATIONS = [15, 20, 30, 45, 60, 90, 120, 180, 240];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request, "admin");
  const { resource, schedule } = (await readOnboarding(actor)).data;
  if (resource === null) throw redirect("/onboarding/resource");
  const known = toScheduleForm(schedule);
  const minutes = [...new Set([...DURATIONS, known.duration_minutes])].sort((a, b) => a - b);
  return {
    limits: fieldLimits(ScheduleForm),
    known,
    payments: actor.tenant.takes_payments ? "on" : (await readPaymentsStep(actor)).state,
    unpayable: await listUnpayableOffers(actor),
    resource: resource.name,
    currency: schedule?.currency ?? actor.tenant.currency,
    time_zone: actor.tenant.time_zone,
    durations: minutes.map((value) => ({ value: String(value), label: inWords(value) })),
  };
}

function inWords(minutes: number): string {
  if (minutes < 60 || minutes % 30 !== 0) return `${minutes} minutes`;
  return minutes === 60 ? "1 hour" : `${minutes / 60} hours`;
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "admin");
  return submit(request, ScheduleForm, async (input) => {
    const { schedule } = (await readOnboarding(actor)).data;
    const price = readPrice(input.price, schedule?.currency ?? actor.tenant.currency);
    if (price === undefined) throw invalidField("price", "Use a price such as 25 or 25.50.");
    const question = midnightQuestion(input);
    if (question !== null) throw invalidField("end", question);
    await saveOnboardingStep(actor, { step: "schedule", data: toScheduleStep(input, price) });
    return redirect("/onboarding/widget");
  });
}

export default function SchedulePage() {
  const { limits, known, payments, unpayable, resource, currency, time_zone, durations } =
    useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>()?.result;
  const [form, fields] = useForm<ScheduleForm>({ lastResult, id: "schedule", defaultValue: known });
  const { start, end } = fields;
  const asksMidnight = endsNextDay({ start: String(start.value ?? ""), end: String(end.value ?? "") });
  return (
    <StepForm
      title={`When can ${resource} be booked?`}
      lead={`Guests can book up to three months ahead. Time zone: ${time_zone}.`}
      form={form}
      back="/onboarding/resource"
    >
      {unpayable.map((text) => (
        <Notice key={text} tone="info">
          {text}
        </Notice>
      ))}
      <TextInput
        {...inputProps(fields.name, "text", limits)}
        label="Name of the service"
        description="For example haircut, consultation or tennis court"
        autoComplete="off"
      />
      <div className={styles.row}>
        <NativeSelect {...selectProps(fields.duration_minutes)} label="Duration" data={durations} />
        <TextInput
          {...inputProps(fields.price, "text", limits)}
          label={`Price in ${currency}`}
          placeholder="None"
          inputMode="decimal"
          autoComplete="off"
        />
      </div>
      {(payments !== "off" || known.requires_payment) && (
        <Checkbox
          {...getInputProps(fields.requires_payment, { type: "checkbox" })}
          key={fields.requires_payment.key}
          label="Guests pay online when they book"
          description={
            payments === "on"
              ? "Otherwise they pay you in your own way."
              : "Nobody can book it online until a payment account is connected: the last step does that."
          }
          size="md"
        />
      )}
      <Choices
        legend="On these days"
        type="checkbox"
        field={fields.days}
        options={DAYS.map((day, index) => ({ value: String(index + 1), label: day.slice(0, 3), title: day }))}
      />
      <div className={styles.row}>
        <TextInput {...inputProps(fields.start, "time", limits)} label="From" />
        <TextInput {...inputProps(fields.end, "time", limits)} label="To" />
      </div>
      {(asksMidnight || known.over_midnight) && (
        <Checkbox
          {...getInputProps(fields.over_midnight, { type: "checkbox" })}
          key={fields.over_midnight.key}
          label="Open over midnight, until the next day"
          size="md"
        />
      )}
    </StepForm>
  );
}
