import type { ReactNode } from "react";
import { Button } from "../kit/button";
import { DISCLOSED_FORM, Disclosure } from "../kit/disclosure";
import { type FormRefusal, PageForm, refusalOf } from "./page-form";

interface ConfirmProps {
  /** Label of the collapsed form. */
  title: string;
  /** Intent of the form; omitted if the page has only one. */
  intent?: string;
  /** Label of the submit button. */
  button: string;
  /** Hidden fields. */
  fields?: Record<string, string>;
  /** Initial values of its inputs. */
  stored?: object;
  refusal?: FormRefusal | undefined;
  /** "plain" for reversible actions. */
  tone?: "plain";
  /** Consequences, and inputs. */
  children: ReactNode;
}

/**
 * Confirms an irreversible action: expands to show the consequences before its button. Works before
 * JavaScript.
 */
export function Confirm({
  title,
  intent,
  button,
  fields = {},
  stored,
  refusal,
  tone,
  children,
}: ConfirmProps) {
  return (
    <Disclosure
      title={title}
      tone={tone ?? "danger"}
      open={refusalOf(refusal, intent) !== undefined}
    >
      <PageForm
        refusal={refusal}
        className={DISCLOSED_FORM}
        {...(stored && { stored })}
        {...(intent && { intent })}
      >
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {children}
        <Button type="submit" variant={tone === "plain" ? "primary" : "danger"}>
          {button}
        </Button>
      </PageForm>
    </Disclosure>
  );
}
