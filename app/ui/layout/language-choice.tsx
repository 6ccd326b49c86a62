import { Form, useLocation } from "@remix-run/react";
import { LANGUAGE_NAMES, type Locale, LOCALES } from "~/i18n/locales";
import { t } from "~/i18n/text";
import { Button } from "../kit/button";
import { Select } from "../kit/inputs";

/** Dashboard language. Reloads the document, because the texts load with it. */
export function LanguageChoice({ chosen }: { chosen: Locale | null }) {
  const { pathname, search } = useLocation();
  return (
    <Form method="post" action="/language" reloadDocument>
      <input type="hidden" name="to" value={pathname + search} />
      <Select
        name="language"
        label={t("Language")}
        defaultValue={chosen ?? ""}
        onChange={({ currentTarget }) => currentTarget.form?.requestSubmit()}
        options={[
          { value: "", label: t("Browser’s language") },
          ...LOCALES.map((language) => ({ value: language, label: LANGUAGE_NAMES[language] })),
        ]}
      />
      <noscript>
        <Button type="submit" fullWidth>
          {t("Change language")}
        </Button>
      </noscript>
    </Form>
  );
}
