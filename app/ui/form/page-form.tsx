import { FormProvider, getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { Form, type FormProps } from "@remix-run/react";
import { createContext, type ElementType, type FormEvent, type ReactNode, useState } from "react";
import { Draft } from "../drafts/draft";
import { Notice } from "../feedback/notice";
import type { FieldLimits } from "./field-limits";

/** A rejected form, as returned by `submit` (http): the input and its errors by field. */
export type FormRefusal = SubmissionResult<string[]>;

/** Values someone else saved while the form was open, by field name. */
export const SavedMeanwhileContext = createContext<object | null>(null);

export interface PageFormProps extends Omit<FormProps, "onSubmit"> {
  /** A fetcher's form, to stay on the page. */
  as?: ElementType<FormProps>;
  /** Stored values by field name. When they change, the form resets to them. */
  stored?: object;
  /** Input that was not saved for a reason other than a validation error. */
  typed?: object | null | undefined;
  refusal?: FormRefusal | undefined;
  /** Identifies the form if the page has several; it only shows its own errors. */
  intent?: string;
  limits?: Record<string, FieldLimits>;
  /** Key under which input is stored until saved. */
  draft?: string;
  /**
   * The version the form was filled from, submitted as `field`. After a conflict it is the newer
   * version, so saving again is deliberate.
   */
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
 * A conform form with fields looked up by name. Shows the input after a rejection, otherwise the
 * stored values. The browser checks limits first; server errors appear at their fields.
 */
export function PageForm(props: PageFormProps) {
  return <FilledForm key={JSON.stringify([props.stored, props.version?.stored])} {...props} />;
}

/** Clears conform's errors but keeps the input. */
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

/** The rejection, if it belongs to the form with this intent. */
export function refusalOf(
  refusal: FormRefusal | undefined,
  intent: string | undefined,
): FormRefusal | undefined {
  return intent === undefined || refusal?.initialValue?.intent === intent ? refusal : undefined;
}
