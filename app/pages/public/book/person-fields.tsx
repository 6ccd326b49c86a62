import { CustomerInput } from "~/contract/booking-inputs";
import type { TextChannel } from "~/contract/fields";
import { consentWording } from "~/domain/text-consent/consent-wording";
import type { WidgetConfig } from "~/contract/widget";
import { fieldLimits } from "~/ui/form/field-limits";
import type { BookTexts } from "./book-language";
import type { Typed } from "./booking-form";
import { Field, ChoiceGroup } from "~/ui/guest-page/fields";

const limits = fieldLimits(CustomerInput);

interface PersonProps {
  config: WidgetConfig;
  typed: Typed;
  t: BookTexts;
}

/**
 * Name and email (`hint`: why it is needed), and phone if the company asks for it or a code may be
 * sent there.
 */
export function PersonFields({ config, typed, t, hint }: PersonProps & { hint?: string }) {
  const { verification, steps } = config;
  const fieldProps = (name: string) => ({
    name,
    value: typed.values[name]?.[0] ?? "",
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

/** The guest's consent to reminders on their phone, never preticked. */
export function TextRemindersTick({
  channel,
  typed,
  locale,
}: {
  channel: TextChannel;
  typed: Typed;
  locale: string;
}) {
  return (
    <label className="tick">
      <input
        type="checkbox"
        name="text_reminders"
        value="yes"
        defaultChecked={"text_reminders" in typed.values}
      />
      <span>{consentWording(channel, locale)}</span>
    </label>
  );
}

/** Channel for the code, if the visitor may choose. */
export function ChannelChoice({ config, typed, t }: PersonProps) {
  if (config.verification !== "either") return null;
  const options = [
    { value: "email", label: t.by_email },
    { value: "sms", label: t.by_sms },
  ];
  const chosen = [typed.values["channel"]?.[0] ?? "email"];
  return (
    <ChoiceGroup legend={t.channel} type="radio" name="channel" options={options} chosen={chosen} />
  );
}
