import { type FormEvent, useMemo, useState } from "react";
import { missingVariables } from "~/domain/email/missing-variables";
import { t } from "~/i18n/text";
import { FORM, Buttons } from "~/ui/kit/form";
import { TextAreaField, TextField } from "~/ui/form/fields";
import { type FormRefusal, PageForm } from "~/ui/form/page-form";
import { Button, LinkButton } from "~/ui/kit/button";
import { useIsAlive } from "~/ui/use-is-alive";
import { ChipField, setSource } from "./chip-field";
import { ChipPalette } from "./chip-palette";
import { PREVIEW, useLivePreview } from "./live-preview";
import { MissingNotice } from "./missing-notice";
import {
  bodyToPlain,
  bodyToSource,
  lineToPlain,
  lineToSource,
  makePlainText,
  partsOf,
} from "./plain-text";
import type { TemplateView } from "./load.server";

interface TemplateFormProps {
  view: TemplateView;
  /** Input that was not saved for a reason other than a validation error. */
  typed: { body?: unknown } | undefined;
  refusal: FormRefusal | undefined;
  /** Both texts are shown, so saving again is deliberate. */
  is_conflict: boolean;
}

/**
 * Subject and body, as plain text or source. Preview and test use the current input, saved or not.
 */
export function TemplateForm({ view, typed, refusal, is_conflict }: TemplateFormProps) {
  const { key, locale, variables, subject_limits, seen, stored, standard } = view;
  const isAlive = useIsAlive();
  const preview = useLivePreview();
  const [body, setBody] = useState(typeof typed?.body === "string" ? typed.body : stored.body);
  const [asSource, setAsSource] = useState(false);
  const text = useMemo(
    () => makePlainText(variables, t("Booking details"), stored.body, standard.body),
    [variables, stored.body, standard.body],
  );
  const parts = useMemo(() => partsOf(text, standard.body), [text, standard.body]);
  const isPlain = !asSource && bodyToPlain(text, body) !== null;
  const onInput = ({ currentTarget: form }: FormEvent<HTMLFormElement>) => {
    setBody(bodyIn(form).value);
    preview(form);
  };
  const missing = missingVariables(key, body).map((variable) => {
    const part = parts.find(
      ({ plain }) => !missingVariables(key, bodyToSource(text, plain)).includes(variable),
    );
    return { variable, part: part && bodyToSource(text, part.plain) };
  });
  return (
    <PageForm
      stored={stored}
      typed={typed}
      refusal={refusal}
      limits={{ subject: subject_limits }}
      draft={`mail ${key} ${locale}`}
      version={{ field: "seen", stored: seen, conflict: is_conflict ? seen : null }}
      className={FORM}
      onInput={onInput}
    >
      <input type="hidden" name="key" value={key} />
      <input type="hidden" name="locale" value={locale} />
      {missing.map(({ variable, part }) => (
        <MissingNotice key={variable} variable={variable}>
          {isAlive && part !== undefined && (
            <Button
              size="small"
              onClick={({ currentTarget: { form } }) => {
                const field = bodyIn(form!); // the button is inside the form
                setSource(field, `${field.value}\n${part}`);
              }}
            >
              {t("Add it")}
            </Button>
          )}
        </MissingNotice>
      ))}
      <ChipField
        name={"subject"}
        label={t("Subject")}
        lang={locale}
        is_line={true}
        text={text}
        toPlain={lineToPlain}
        toSource={lineToSource}
        as_source={asSource}
      >
        <TextField name="subject" label={t("Subject")} />
      </ChipField>
      <ChipField
        name={"body"}
        label={t("Text")}
        lang={locale}
        text={text}
        toPlain={bodyToPlain}
        toSource={bodyToSource}
        as_source={asSource}
      >
        <TextAreaField
          name="body"
          label={isAlive ? t("HTML") : t("Text")}
          description={t("HTML body. Your name and brand colour are added around it.")}
          rows={16}
          required={!isPlain}
          spellCheck
          lang={locale}
          dir="auto"
          className="[&_textarea]:font-mono [&_textarea]:text-[0.875rem] [&_textarea]:leading-5.5"
        />
      </ChipField>
      <Buttons>
        <Button variant="primary" type="submit" name="intent" value="save">
          {is_conflict ? t("Save mine") : t("Save")}
        </Button>
        {!isAlive && (
          <Button type="submit" formAction={PREVIEW} formTarget="preview">
            {t("Preview")}
          </Button>
        )}
        <Button type="submit" name="intent" value="test" data-tries>
          {t("Send me a test")}
        </Button>
        <LinkButton href="#preview-title" variant="quiet" className="md:hidden">
          {t("See the preview")}
        </LinkButton>
        {isAlive && (isPlain || asSource) && (
          <Button variant="quiet" onClick={() => setAsSource(!asSource)}>
            {asSource ? t("Edit as text") : t("Edit HTML")}
          </Button>
        )}
      </Buttons>
      <ChipPalette chips={text.chips} parts={parts} may_add={isPlain} />
    </PageForm>
  );
}

const bodyIn = (form: HTMLFormElement) => form.elements.namedItem("body") as HTMLTextAreaElement;
