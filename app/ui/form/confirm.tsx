import type { ReactNode } from "react";
import { Button } from "../kit/button";
import styles from "./confirm.module.css";
import { type FormRefusal, PageForm, refusalOf } from "./page-form";

interface ConfirmProps {
  /** What the folded form is called. */
  title: string;
  /** Which form of the page it is; none where the page has no other. */
  intent?: string;
  /** The deed, on the button that does it. */
  button: string;
  /** Sent with it. */
  fields?: Record<string, string>;
  /** What its inputs begin with. */
  stored?: object;
  refusal?: FormRefusal | undefined;
  /** "plain" for what can be done over again. */
  tone?: "plain";
  /** What follows from it, and inputs. */
  children: ReactNode;
}

/** A deed that has no undo: folded away, it says what follows from it before its button can be pressed. Works before JavaScript. */
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
