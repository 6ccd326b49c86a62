import { useNavigation } from "@remix-run/react";
import { type ReactNode, useState } from "react";
import { t } from "~/i18n/text";
import type { FieldLimits } from "~/ui/form/field-limits";
import { type FormRefusal, PageForm } from "~/ui/form/page-form";
import styles from "~/ui/form/step-form.module.css";
import { Button } from "~/ui/kit/button";
import { TextLink } from "~/ui/kit/link";
import { Step } from "./step";

interface StepFormProps {
  title: string;
  lead: string;
  /** What is known already, by the names of the fields. */
  known: object;
  limits: Record<string, FieldLimits>;
  refusal: FormRefusal | undefined;
  /** The address of the step before; the first has none. */
  back?: string;
  /** What is beside the form, by what is typed in it; null until something is. */
  beside: (typed: FormData | null) => ReactNode;
  children: ReactNode;
}

/** One step of the onboarding: title, fields, errors of the whole form, and buttons to continue and go back. */
export function StepForm({
  title,
  lead,
  known,
  limits,
  refusal,
  back,
  beside,
  children,
}: StepFormProps) {
  const isSaving = useNavigation().state !== "idle";
  const [typed, setTyped] = useState<FormData | null>(null);
  return (
    <Step beside={beside(typed)}>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.lead}>{lead}</p>
      <PageForm
        stored={known}
        limits={limits}
        refusal={refusal}
        className={styles.form!}
        onInput={({ currentTarget }) => setTyped(new FormData(currentTarget))}
      >
        {children}
        <div className={styles.buttons}>
          {back !== undefined && <TextLink to={back}>{t("Back")}</TextLink>}
          <Button variant="primary" type="submit" loading={isSaving} endIcon="right">
            {t("Continue")}
          </Button>
        </div>
      </PageForm>
    </Step>
  );
}
