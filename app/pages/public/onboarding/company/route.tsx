import { useForm } from "@conform-to/react";
import { NativeSelect, TextInput } from "@mantine/core";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { z } from "zod";
import { NewTenant } from "~/contract/auth";
import { createTenant } from "~/domain/tenants/create-tenant.server";
import { saveOnboardingStep } from "~/domain/onboarding/onboarding.server";
import { contextOf } from "~/http/client-context";
import { countCall } from "~/http/limits.server";
import { requireActor, requireVisitor, submit } from "~/http/page.server";
import { fieldLimits } from "~/ui/form/field-limits";
import { inputProps, selectProps } from "../field-props";
import { guessPlace } from "~/ui/form/guess-place";
import { placeChoices } from "~/ui/form/place-choices";
import { StepForm } from "../step-form";
import styles from "~/ui/form/step-form.module.css";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

const Company = z.strictObject({
  name: NewTenant.shape.name,
  owner_name: NewTenant.shape.owner_name,
  time_zone: NewTenant.shape.time_zone,
  currency: NewTenant.shape.currency,
  locale: NewTenant.shape.locale,
});
type Company = z.output<typeof Company>;

export async function loader({ request }: LoaderFunctionArgs) {
  const visitor = await requireVisitor(request);
  if (visitor.actor !== null) await requireActor(request, "admin");
  const guess = guessPlace(request.headers.get("Accept-Language"));
  const { name, time_zone, currency, locale } = visitor.actor?.tenant ?? { name: "", ...guess };
  return {
    limits: fieldLimits(Company),
    known: { name, time_zone, currency, locale },
    is_new: visitor.actor === null,
    asks_name: visitor.actor === null && visitor.account.name === null,
    ...placeChoices({ time_zone, currency, locale }),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const visitor = await requireVisitor(request);
  const actor = visitor.actor === null ? null : await requireActor(request, "admin");
  return submit(request, Company, async (input) => {
    if (actor === null) {
      await countCall("create_tenant", { ip: contextOf(context).ip ?? "", id: "" });
      await createTenant(visitor, NewTenant.parse(input), null);
    } else {
      const { owner_name: _asked, ...data } = input;
      await saveOnboardingStep(actor, { step: "company", data });
    }
    return redirect("/onboarding/resource");
  });
}

export default function CompanyPage() {
  const {
    limits,
    known,
    is_new,
    asks_name,
    time_zones,
    currencies: money,
    languages: tongues,
  } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>()?.result;
  const [form, fields] = useForm<Company>({ lastResult, id: "company", defaultValue: known });
  const zone = useBrowserZone(is_new);
  return (
    <StepForm
      title="Your company"
      lead="Five short steps, then guests can book. You can change everything later."
      form={form}
    >
      <TextInput
        {...inputProps(fields.name, "text", limits)}
        label="Company name"
        description="Guests see it in every message."
        autoComplete="organization"
        autoFocus
      />
      {asks_name && (
        <TextInput {...inputProps(fields.owner_name, "text", limits)} label="Your name" autoComplete="name" required />
      )}
      <NativeSelect
        {...selectProps(fields.time_zone)}
        ref={zone}
        label="Time zone"
        description="Your opening hours use this time zone. Guests see times in their own."
        data={time_zones}
      />
      <div className={styles.row}>
        <NativeSelect {...selectProps(fields.currency)} label="Currency" data={money} />
        <NativeSelect {...selectProps(fields.locale)} label="Language of e-mails" data={tongues} />
      </div>
    </StepForm>
  );
}

/** The server guesses the zone from the language; the browser knows it. */
function useBrowserZone(isWanted: boolean) {
  const select = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const hasZone = [...(select.current?.options ?? [])].some(({ value }) => value === zone);
    if (isWanted && hasZone && select.current) select.current.value = zone;
  }, [isWanted]);
  return select;
}
