import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button } from "../kit/button";
import styles from "./confirm.module.css";
import type { FormState } from "./form-state";
import { FormProblems } from "./fields";

interface ConfirmProps {
  /** What the folded form is called. */
  title: string;
  /** Which form of the page it is; none where the page has no other. */
  intent?: string;
  /** The deed, on the button that does it. */
  button: string;
  fields?: Record<string, string>;
  state?: FormState;
  /** "plain" for what can be done over again. */
  tone?: "plain";
  /** What follows from it, and fields. */
  children: ReactNode;
}

/** A deed that has no undo: folded away, it says what follows from it before its button can be pressed. Works before JavaScript. */
export function Confirm({ title, intent, button, fields = {}, state, tone, children }: ConfirmProps) {
  return (
    <details className={styles.confirm} data-tone={tone} open={state?.is_refused}>
      <summary>{title}</summary>
      <Form method="post" className={styles.inside!}>
        {intent !== undefined && <input type="hidden" name="intent" value={intent} />}
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {state && <FormProblems state={state} />}
        {children}
        <Button type="submit" variant={tone === "plain" ? "primary" : "danger"}>
          {button}
        </Button>
      </Form>
    </details>
  );
}
