import { Form } from "@remix-run/react";
import { t } from "~/i18n/text";
import { Notice } from "~/ui/feedback/notice";
import { CopyButton } from "~/ui/form/copy-button";
import { SelectField } from "~/ui/form/fields";
import { formState } from "~/ui/form/form-state";
import { Button } from "~/ui/kit/button";
import { Card } from "~/ui/layout/card";
import type { Snippet } from "./widget-snippets";
import styles from "~/ui/widgets/widget-page.module.css";

export interface SnippetsProps {
  snippets: Snippet[];
  booking_page: string;
  is_default: boolean;
  keys: { id: string; label: string }[];
  /** The key that is in the code. */
  key_id: string;
  /** Its text was shown once, when it was made: the code has a place for it. */
  is_text_unknown: boolean;
}

/** The code that puts the widget on a website, with the key that is chosen. */
export function Snippets({ snippets, booking_page, is_default, keys, key_id, is_text_unknown }: SnippetsProps) {
  return (
    <Card title={t("Put it on your website")} lead={t("The key in the code may be public.")}>
      {keys.length > 1 && (
        <Form method="get" className={styles.choose!} preventScrollReset>
          <SelectField
            key={key_id}
            state={formState({ key: key_id }, undefined)}
            name="key"
            label={t("Key in the code")}
            options={keys.map(({ id, label }) => ({ value: id, label }))}
          />
          <Button type="submit">{t("Show its code")}</Button>
        </Form>
      )}
      {is_text_unknown && (
        <Notice tone="info">
          {t("The text of this key was shown once, when it was made. Put it where the code says your-key.")}
        </Notice>
      )}
      {snippets.map(({ title, explains, code }) => (
        <div key={title} className={styles.snippet}>
          <h3>{title}</h3>
          <p>{explains}</p>
          <pre tabIndex={0} aria-label={t("Code for {title}", { title })}>
            {code}
          </pre>
          <CopyButton text={code} what={t("the code for {title}", { title })} />
        </div>
      ))}
      <div className={styles.snippet}>
        <h3>{t("Your own page")}</h3>
        <p>
          {t("Without a website, guests book here.")}{" "}
          {is_default ? t("It shows this widget.") : t("It shows the default widget.")}
        </p>
        <a href={booking_page} target="_blank" rel="noreferrer">
          {booking_page}
        </a>
        <CopyButton text={booking_page} what={t("the address of your own page")} />
      </div>
    </Card>
  );
}
