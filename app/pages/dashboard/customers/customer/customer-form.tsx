import { Button } from "~/ui/kit/button";
import { Textarea, TextInput } from "~/ui/kit/inputs";
import { Form } from "@remix-run/react";
import { useState } from "react";
import { msg, t } from "~/i18n/text";
import { Draft } from "~/ui/drafts/draft";
import { Conflict, conflictLines } from "~/ui/form/conflict";
import folded from "~/ui/layout/folded.module.css";
import styles from "./customer-page.module.css";

const LABELS = { name: msg("Name"), phone: msg("Phone"), email: msg("Email"), notes: msg("Notes") };
type Field = keyof typeof LABELS;

interface CustomerFormProps {
  id: string;
  stored: Record<Field, string>;
  /** The version of `stored`. */
  seen: number;
  problems: Record<string, string[] | null>;
  /** What a form that was refused held. */
  typed: Record<string, unknown> | null;
  is_conflict: boolean;
}

/** A customer's details and notes. Where someone else has saved them meanwhile, what was typed stays, and both are shown. */
export function CustomerForm({ id, stored, seen, problems, typed, is_conflict }: CustomerFormProps) {
  const [from, setFrom] = useState(seen);
  const isTyped = typed?.intent === "edit";
  const held = (name: string) => {
    const given = isTyped ? (typed[name] ?? "") : stored[name as Field]; // asked with the names above only
    return typeof given === "string" ? given : "";
  };
  const field = (name: Field, type: string, maxLength: number) => (
    <TextInput
      {...{ name, label: t(LABELS[name]), type, maxLength }}
      required={name === "name"}

      autoComplete="off"
      defaultValue={held(name)}
      error={problems[name]?.join(" ")}
    />
  );
  return (
    <details className={folded.folded} open={isTyped}>
      <summary>{t("Edit details and notes")}</summary>
      <Form method="post" className={folded.form!} key={id}>
        <Draft name={`customer ${id}`} version={seen} onVersion={setFrom} />
        <input type="hidden" name="intent" value="edit" />
        <input type="hidden" name="seen" value={is_conflict ? seen : from} />
        {is_conflict && <Conflict lines={conflictLines(LABELS, held, (name) => stored[name as Field])} />}
        <div className={styles.fields}>
          {field("name", "text", 120)}
          {field("phone", "tel", 32)}
          {field("email", "email", 254)}
          <Textarea
            className={styles.wide}
            name="notes"
            label={t(LABELS.notes)}
            description={t("For your team. Guests never see them.")}
            rows={3}
            maxLength={4000}
            defaultValue={held("notes")}
            error={problems.notes?.join(" ")}
          />
        </div>
        <Button variant="primary" type="submit">
          {t("Save changes")}
        </Button>
      </Form>
    </details>
  );
}
