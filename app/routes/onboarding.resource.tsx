import { getFormProps, useForm } from "@conform-to/react";
import { Anchor, Button, TextInput } from "@mantine/core";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import type { z } from "zod";
import { ResourceStep } from "~/contract/onboarding";
import { readOnboarding, saveOnboardingStep } from "~/domain/onboarding/onboarding.server";
import { requireActor, submit } from "~/http/page.server";
import { Notice } from "~/ui/feedback/notice";
import { Icon } from "~/ui/icon";
import { Choices } from "~/ui/onboarding/choices";
import { inputProps } from "~/ui/onboarding/field-props";
import styles from "~/ui/onboarding/step-form.module.css";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

const Bookable = ResourceStep.pick({ type: true, name: true, capacity: true });
type Bookable = z.output<typeof Bookable>;

const TYPES = ["person", "room", "table", "desk", "court", "class", "vehicle", "equipment"];

export async function loader({ request }: LoaderFunctionArgs) {
  const { resource } = (await readOnboarding(await requireActor(request, "admin"))).data;
  const { type, name, capacity } = resource ?? { type: "person", name: "", capacity: 1 };
  return { known: { type, name, capacity }, types: TYPES.includes(type) ? TYPES : [type, ...TYPES] };
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
  const { known, types } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>()?.result;
  const [form, fields] = useForm<Bookable>({ lastResult, id: "resource", defaultValue: known });
  const isSaving = useNavigation().state !== "idle";
  return (
    <>
      <h1 className={styles.title}>What can be booked?</h1>
      <p className={styles.lead}>Begin with one: a person, a room, a class. More are added in the dashboard.</p>
      <Form method="post" className={styles.form!} {...getFormProps(form)}>
        {form.errors && <Notice tone="bad">{form.errors.join(" ")}</Notice>}
        <Choices
          legend="It is a"
          type="radio"
          field={fields.type}
          options={types.map((value) => ({ value, label: value[0]?.toUpperCase() + value.slice(1) }))}
        />
        <TextInput
          {...inputProps(fields.name, "text")}
          label="Name"
          description="As guests will read it: Anna, Room 2, Court 1"
          autoComplete="off"
          autoFocus
          required
          maxLength={120}
        />
        <TextInput
          {...inputProps(fields.capacity, "number")}
          label="Places at one time"
          description="1 for a person or a room; for a class, how many may join"
          min={1}
          max={500}
          required
        />
        <div className={styles.buttons}>
          <Anchor component={Link} to="/onboarding/company" size="sm">
            Back
          </Anchor>
          <Button type="submit" size="md" loading={isSaving} rightSection={<Icon name="right" />}>
            Continue
          </Button>
        </div>
      </Form>
    </>
  );
}
