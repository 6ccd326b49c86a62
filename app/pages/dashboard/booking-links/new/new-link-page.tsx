import { t } from "~/i18n/text";
import { SelectField, TextField } from "~/ui/form/fields";
import { type FormRefusal, PageForm } from "~/ui/form/page-form";
import { Button } from "~/ui/kit/button";
import { PageHeader } from "~/ui/layout/page-header";
import { LINKS_PATH } from "../links-page";
import type { NewLinkView } from "./load.server";
import styles from "~/ui/form/fields.module.css";

/** Form for a new booking link. */
export function NewLinkPage({
  view,
  refusal,
}: {
  view: NewLinkView;
  refusal: FormRefusal | undefined;
}) {
  const { services, schedule_id, today, limits } = view;
  return (
    <>
      <PageHeader up={{ to: LINKS_PATH, name: t("Booking links") }} title={t("New booking link")} />
      <PageForm
        stored={{ schedule_id }}
        refusal={refusal}
        limits={limits}
        draft="new booking link"
        className={styles.form!}
      >
        <SelectField name="schedule_id" label={t("Service")} options={services} />
        <TextField
          name="name"
          label={t("Name")}
          description={t("For your team, such as a campaign or a guest")}
        />
        <TextField
          name="max_uses"
          label={t("Maximum uses")}
          type="number"
          placeholder={t("No limit")}
        />
        <TextField
          name="last_day"
          label={t("Last day")}
          type="date"
          min={today}
          description={t("Empty: no end")}
        />
        <fieldset className={styles.group}>
          <legend className={styles.legend}>{t("Pre-filled guest")}</legend>
          <p className={styles.hint}>{t("Optional. Anyone with the link sees these details.")}</p>
          <TextField name="guest_name" label={t("Guest’s name")} />
          <TextField name="guest_email" label={t("Guest’s email")} type="email" />
          <TextField name="guest_phone" label={t("Guest’s phone")} type="tel" />
        </fieldset>
        <Button variant="primary" type="submit">
          {t("Create booking link")}
        </Button>
      </PageForm>
    </>
  );
}
