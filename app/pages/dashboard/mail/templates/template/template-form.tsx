import { Form } from "@remix-run/react";
import { type FocusEvent, type MouseEvent, useRef, useState } from "react";
import { t } from "~/i18n/text";
import { isCutOff } from "~/ui/connection/cut-off";
import { Draft } from "~/ui/drafts/draft";
import { FormProblems, TextAreaField, TextField } from "~/ui/form/fields";
import type { FormState } from "~/ui/form/form-state";
import { Button } from "~/ui/kit/button";
import { useIsAlive } from "~/ui/use-is-alive";
import type { TemplateView } from "./template-view";
import fields from "~/ui/form/fields.module.css";
import styles from "./template-page.module.css";

const PREVIEW = "/dashboard/mail/preview";

interface TemplateFormProps {
  view: TemplateView;
  state: FormState;
  /** Both texts are shown: saving again is a decision. */
  is_conflict: boolean;
}

/** Subject and text with the variables that may be named. It previews and sends what is typed, saved or not. */
export function TemplateForm({ view, state, is_conflict }: TemplateFormProps) {
  const { key, locale, variables, subject_limits, seen } = view;
  const [from, setFrom] = useState(seen);
  const isAlive = useIsAlive();
  const lastField = useRef<HTMLInputElement | HTMLTextAreaElement | null>(null);
  const onFocus = ({ target }: FocusEvent) => {
    if (target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.name === "subject"))
      lastField.current = target;
  };
  const insert = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const field = lastField.current ?? currentTarget.form?.querySelector("textarea");
    if (!field) return;
    const { selectionStart, selectionEnd, value } = field;
    const start = selectionStart ?? value.length;
    field.setRangeText(`{{ ${currentTarget.value} }}`, start, selectionEnd ?? start, "end");
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.focus();
  };
  return (
    <Form method="post" className={fields.form!} onFocus={onFocus}>
      <input type="hidden" name="key" value={key} />
      <input type="hidden" name="locale" value={locale} />
      <input type="hidden" name="seen" value={is_conflict ? seen : from} />
      <Draft name={`mail ${key} ${locale}`} version={seen} onVersion={setFrom} />
      <FormProblems state={state} />
      <TextField state={state} name="subject" label={t("Subject")} {...subject_limits} />
      <TextAreaField
        state={state}
        name="body"
        label={t("Text")}
        description={t("HTML. The company's name and its colours are put around it.")}
        rows={16}
        required
        spellCheck
        lang={locale}
        dir="auto"
        className={styles.text}
      />
      <div className={fields.buttons}>
        <Button variant="primary" type="submit" name="intent" value="save">
          {is_conflict ? t("Save mine") : t("Save")}
        </Button>
        <Button type="submit" formAction={PREVIEW} formTarget="preview" onClick={showPreview}>
          {t("Preview")}
        </Button>
        <Button type="submit" name="intent" value="test" data-tries>
          {t("Send me a test")}
        </Button>
      </div>
      <details className={styles.variables} open>
        <summary>{t("Variables")}</summary>
        <p>
          {isAlive
            ? t("A click puts one where the cursor is. In the mail it is what the booking says.")
            : t("Write one as {example}. In the mail it is what the booking says.", { example: "{{ name }}" })}
        </p>
        <ul>
          {variables.map((name) => (
            <li key={name}>
              {isAlive ? (
                <button type="button" value={name} onClick={insert}>
                  {name}
                </button>
              ) : (
                <code>{name}</code>
              )}
            </li>
          ))}
        </ul>
      </details>
    </Form>
  );
}

/**
 * Posts into the frame what is typed. Remix sends each form that it sees to the page's own action, whatever its target: submit() is
 * not seen by it, nor by the draft, which stays.
 */
function showPreview(event: MouseEvent<HTMLButtonElement>) {
  const { form } = event.currentTarget;
  if (!form) return;
  event.preventDefault();
  if (!form.reportValidity() || isCutOff()) return;
  const { target } = form;
  const action = form.getAttribute("action") ?? "";
  form.target = "preview";
  form.action = PREVIEW;
  form.submit();
  form.target = target;
  form.setAttribute("action", action);
}
