import { useForm } from "@conform-to/react";
import { TextInput } from "@mantine/core";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { ResourceStep } from "~/contract/onboarding";
import { readOnboarding, saveOnboardingStep } from "~/domain/onboarding/onboarding.server";
import { requireActor, submit } from "~/http/page.server";
import { fieldLimits } from "~/ui/form/field-limits";
import { Choices } from "../choices";
import { inputProps } from "../field-props";
import { StepForm } from "../step-form";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

const Bookable = ResourceStep.pick({ type: true, name: true, capacity: true });
type Bookable = z.output<typeof Bookable>;

const TYPES = ["person", "room", "table", "desk", "court", "class", "vehicle", "equipment"];

export async function loader({ request }: LoaderFunctionArgs) {
  const { resource } = (await readOnboarding(await requireActor(request, "admin"))).data;
  const { type, name, capacity } = resource ?? { type: "person", name: "", capacity: 1 };
  return {
    limits: fieldLimits(Bookable),
    known: { type, name, capacity },
    types: TYPES.includes(type) ? TYPES : [type, ...TYPES],
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "admin");
  return submit(request, Bookable, async (input) => {
    const { resource } = (await readOnboarding(actor)).data;
    const data = { ...input, description: resource?.description ?? null };
    await saveOnboardingStep(actor, { step: "resource", data });
    return redirect("/onboarding/schedule");
  });
}

export default function ResourcePage() {
  const { limits, known, types } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>()?.result;
  const [form, fields] = useForm<Bookable>({ lastResult, id: "resource", defaultValue: known });
  return (
    <StepForm
      title="What can be booked?"
      lead="Start with one: a person, a room or a class. You can add more later."
      form={form}
      back="/onboarding/company"
    >
      <Choices
        legend="Type"
        type="radio"
        field={fields.type}
        options={types.map((value) => ({ value, label: value[0]?.toUpperCase() + value.slice(1) }))}
      />
      <TextInput
        {...inputProps(fields.name, "text", limits)}
        label="Name"
        description="What guests see, for example Anna, Room 2 or Court 1"
        autoComplete="off"
        autoFocus
      />
      <TextInput
        {...inputProps(fields.capacity, "number", limits)}
        label="Places at the same time"
        description="1 for a person or a room; for a class, how many people can join"
      />
    </StepForm>
  );
}
