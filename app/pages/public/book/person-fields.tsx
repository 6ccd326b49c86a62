import { CustomerInput } from "~/contract/booking-inputs";
import type { WidgetConfig } from "~/contract/widget";
import { fieldLimits } from "~/ui/form/field-limits";
import type { Typed } from "./booking-form";
import { Field, ChoiceGroup } from "./fields";
import type { BookTexts } from "./texts/book-texts";

const limits = fieldLimits(CustomerInput);

interface PersonProps {
  config: WidgetConfig;
  typed: Typed;
  t: BookTexts;
}

/** Who comes, or waits: name, e-mail address (`hint`: what it is for) and, where the company asks for it or a code may go there, phone number. */
export function PersonFields({ config, typed, t, hint }: PersonProps & { hint?: string }) {
  const { verification, steps } = config;
  const fieldProps = (name: string) => ({
    name,
    value: typed.value(name)[0] ?? "",
    problem: typed.problems[name],
    t,
  });
  const isForCode = verification === "sms" || verification === "either";
  return (
    <>
      <Field {...fieldProps("name")} label={t.name} autoComplete="name" {...limits["name"]} />
      <Field
        {...fieldProps("email")}
        label={t.email}
        type="email"
        autoComplete="email"
        {...limits["email"]}
        {...(hint !== undefined && { hint })}
      />
      {(steps.phone !== "off" || isForCode) && (
        <Field
          {...fieldProps("phone")}
          label={t.phone}
          type="tel"
          autoComplete="tel"
          {...limits["phone"]}
          required={verification === "sms" || steps.phone === "required"}
          {...(isForCode ? { hint: t.phone_hint } : {})}
        />
      )}
    </>
  );
}

/** Where a code goes, where the visitor may choose. */
export function ChannelChoice({ config, typed, t }: PersonProps) {
  if (config.verification !== "either") return null;
  const options = [
    { value: "email", label: t.by_email },
    { value: "sms", label: t.by_sms },
  ];
  const chosen = [typed.value("channel")[0] ?? "email"];
  return (
    <ChoiceGroup legend={t.channel} type="radio" name="channel" options={options} chosen={chosen} />
  );
}
