import { FormProvider, getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { Form, type FormProps } from "@remix-run/react";
import { createContext, type ElementType, type FormEvent, type ReactNode, useState } from "react";
import { Draft } from "../drafts/draft";
import { Notice } from "../feedback/notice";
import type { FieldLimits } from "./field-limits";

/** A form that was refused, as http's `submit` answers it: what was typed, and what is wrong with which field. */
export type FormRefusal = SubmissionResult<string[]>;

/** What somebody else has saved while a form was open, by the names of its fields. */
export const SavedMeanwhileContext = createContext<object | null>(null);

export interface PageFormProps extends Omit<FormProps, "onSubmit"> {
  /** A fetcher's form, for one that is answered in place. */
  as?: ElementType<FormProps>;
  /** What is stored, by the names of the fields. Where it changes, the form is filled again. */
  stored?: object;
  /** What was typed, where it was not saved for another reason than a mistake. */
  typed?: object | null | undefined;
  refusal?: FormRefusal | undefined;
  /** Which form of the page this is, where it has several: sent with it, and only its own refusal is shown. */
  intent?: string;
  limits?: Record<string, FieldLimits>;
  /** The name under which what is typed is kept until it is saved. */
  draft?: string;
  /** The version that the form was filled from is sent as `field`; after a conflict the newer one, so that saving again is a decision. */
  version?: {
    field: string;
    stored: number | string;
    conflict?: number | string | null | undefined;
  };
  meanwhile?: object | null;
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
}

/**
 * A form as conform keeps it, for fields that are found by their names: it shows what was typed where it was just refused, else what is
 * stored. The browser checks the limits first; what the server finds stands at its field.
 */
export function PageForm(props: PageFormProps) {
  return <FilledForm key={JSON.stringify([props.stored, props.version?.stored])} {...props} />;
}

/** Tells conform to forget what was wrong, and nothing of what was typed. */
const NOT_REFUSED: FormRefusal = {};

function FilledForm({
  as: As = Form,
  stored = {},
  typed,
  refusal,
  intent,
  limits = {},
  draft,
  version,
  meanwhile = null,
  onSubmit,
  children,
  ...more
}: PageFormProps) {
  const [from, setFrom] = useState(version?.stored);
  const [form] = useForm<Record<string, unknown>>({
    defaultValue: typed ?? stored,
    lastResult: refusalOf(refusal, intent) ?? NOT_REFUSED,
    constraint: limits,
    ...(onSubmit && { onSubmit }),
  });
  return (
    <FormProvider context={form.context}>
      <SavedMeanwhileContext.Provider value={meanwhile}>
        <As method="post" {...more} {...getFormProps(form)} noValidate={false}>
          {intent !== undefined && <input type="hidden" name="intent" value={intent} />}
          {version && <input type="hidden" name={version.field} value={version.conflict ?? from} />}
          {draft !== undefined && (
            <Draft name={draft} {...(version && { version: version.stored, onVersion: setFrom })} />
          )}
          {form.errors && <Notice tone="bad">{form.errors.join(" ")}</Notice>}
          {children}
        </As>
      </SavedMeanwhileContext.Provider>
    </FormProvider>
  );
}

/** The refusal, if it is that of the form with this intent. */
export function refusalOf(
  refusal: FormRefusal | undefined,
  intent: string | undefined,
): FormRefusal | undefined {
  return intent === undefined || refusal?.initialValue?.intent === intent ? refusal : undefined;
}
