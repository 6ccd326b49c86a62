import { t } from "~/i18n/text";
import { Notice } from "~/ui/feedback/notice";
import { CopyButton } from "~/ui/form/copy-button";
import { SelectField } from "~/ui/form/fields";
import { PageForm } from "~/ui/form/page-form";
import { Card } from "~/ui/layout/card";
import type { Snippet } from "./widget-snippets";
import { Button } from "~/ui/kit/button";

const SNIPPET =
  "flex flex-col gap-2 items-start mb-5 [&_h3]:m-0 [&_h3]:text-md [&_h3]:font-semibold [&_p]:m-0 [&_p]:text-muted [&_p]:text-sm [&_pre]:[box-sizing:border-box] [&_pre]:w-full [&_pre]:m-0 [&_pre]:py-3 [&_pre]:px-4 [&_pre]:border [&_pre]:border-line [&_pre]:rounded-[0.625rem] [&_pre]:bg-bg [&_pre]:text-[0.875rem] [&_pre]:leading-[1.375rem] [&_pre]:overflow-x-auto";

export interface SnippetsProps {
  snippets: Snippet[];
  booking_page: string;
  is_default: boolean;
  keys: { id: string; label: string }[];
  /** The key in the code. */
  key_id: string;
  /** The key's text was displayed once at creation, so the code has a placeholder. */
  is_text_unknown: boolean;
}

/** Embed code with the chosen key. */
export function Snippets({
  snippets,
  booking_page,
  is_default,
  keys,
  key_id,
  is_text_unknown,
}: SnippetsProps) {
  return (
    <Card title={t("Embed code")} lead={t("The key in it can be public.")}>
      {keys.length > 1 && (
        <PageForm
          method="get"
          stored={{ key: key_id }}
          className="flex flex-wrap gap-3 items-end mb-5"
          preventScrollReset
        >
          <SelectField
            name="key"
            label={t("Key")}
            options={keys.map(({ id, label }) => ({ value: id, label }))}
          />
          <Button type="submit">{t("Show code")}</Button>
        </PageForm>
      )}
      {is_text_unknown && (
        <Notice tone="info">
          {t("This key was shown once, when it was created. Replace your-key with it.")}
        </Notice>
      )}
      {snippets.map(({ title, explains, code }) => (
        <div key={title} className={SNIPPET}>
          <h3>{title}</h3>
          <p>{explains}</p>
          <pre tabIndex={0} aria-label={t("Code for {{title}}", { title })}>
            {code}
          </pre>
          <CopyButton text={code} what={t("code for {{title}}", { title })} />
        </div>
      ))}
      <div className={SNIPPET}>
        <h3>{t("Booking page")}</h3>
        <p>
          {is_default
            ? t("No website? Guests can book here. Shows this widget.")
            : t("No website? Guests can book here. Shows the default widget.")}
        </p>
        <a href={booking_page} target="_blank" rel="noreferrer">
          {booking_page}
        </a>
        <CopyButton text={booking_page} what={t("booking page address")} />
      </div>
    </Card>
  );
}
