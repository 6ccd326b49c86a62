import type { ReactNode } from "react";
import { Button } from "../kit/button";
import styles from "./confirm.module.css";
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
    <details
      className={styles.confirm}
      data-tone={tone}
      open={refusalOf(refusal, intent) !== undefined}
    >
      <summary>{title}</summary>
      <PageForm
        refusal={refusal}
        className={styles.inside!}
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
    </details>
  );
}
