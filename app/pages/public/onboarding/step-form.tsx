import { type FormMetadata, getFormProps } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { t } from "~/i18n/text";
import { Notice } from "~/ui/feedback/notice";
import styles from "~/ui/form/step-form.module.css";
import { Button } from "~/ui/kit/button";
import { TextLink } from "~/ui/kit/link";

interface StepFormProps<T extends Record<string, unknown>> {
  title: string;
  lead: string;
  form: FormMetadata<T>;
  /** The address of the step before; the first has none. */
  back?: string;
  children: ReactNode;
}

/** One step of the onboarding: title, fields, errors of the whole form, and buttons to continue and go back. */
export function StepForm<T extends Record<string, unknown>>({ title, lead, form, back, children }: StepFormProps<T>) {
  const isSaving = useNavigation().state !== "idle";
  return (
    <>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.lead}>{lead}</p>
      <Form method="post" className={styles.form!} {...getFormProps(form)}>
        {form.errors && <Notice tone="bad">{form.errors.join(" ")}</Notice>}
        {children}
        <div className={styles.buttons}>
          {back !== undefined && <TextLink to={back}>{t("Back")}</TextLink>}
          <Button variant="primary" type="submit" loading={isSaving} endIcon="right">
            {t("Continue")}
          </Button>
        </div>
      </Form>
    </>
  );
}
