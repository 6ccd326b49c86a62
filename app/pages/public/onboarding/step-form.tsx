import { useNavigation } from "@remix-run/react";
import { type ReactNode, useState } from "react";
import { t } from "~/i18n/text";
import type { FieldLimits } from "~/ui/form/field-limits";
import { type FormRefusal, PageForm } from "~/ui/form/page-form";
import { Button } from "~/ui/kit/button";
import { TextLink } from "~/ui/kit/link";
import { Step } from "./step";

interface StepFormProps {
  title: string;
  lead: string;
  /** Saved values by field name. */
  known: object;
  limits: Record<string, FieldLimits>;
  refusal: FormRefusal | undefined;
  /** URL of the previous step; absent on the first. */
  back?: string;
  /** Content next to the form, given its input; null before any. */
  beside: (typed: FormData | null) => ReactNode;
  children: ReactNode;
}

/** A set-up step: title, fields, form errors, and Continue and Back. */
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
      <h1 className="m-0 mb-2 text-[1.5rem] font-semibold leading-[2rem]">{title}</h1>
      <p className="m-0 mb-6 text-muted leading-[1.5rem]">{lead}</p>
      <PageForm
        stored={known}
        limits={limits}
        refusal={refusal}
        className="flex flex-col gap-5"
        onInput={({ currentTarget }) => setTyped(new FormData(currentTarget))}
      >
        {children}
        <div className="flex flex-wrap items-center justify-between gap-3 mt-2 [&>:last-child]:ms-auto">
          {back !== undefined && <TextLink to={back}>{t("Back")}</TextLink>}
          <Button variant="primary" type="submit" loading={isSaving} endIcon="right">
            {t("Continue")}
          </Button>
        </div>
      </PageForm>
    </Step>
  );
}
