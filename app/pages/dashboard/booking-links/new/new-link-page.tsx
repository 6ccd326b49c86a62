import { t } from "~/i18n/text";
import { Fieldset, FORM, Hint } from "~/ui/kit/form";
import { SelectField, TextField } from "~/ui/form/fields";
import { type FormRefusal, PageForm } from "~/ui/form/page-form";
import { Button } from "~/ui/kit/button";
import { PageHeader } from "~/ui/layout/page-header";
import { LINKS_PATH } from "../links-page";
import type { NewLinkView } from "./load.server";

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
        className={FORM}
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
        <Fieldset legend={t("Pre-filled guest")} className="[&>div+div]:mt-3">
          <Hint>{t("Optional. Anyone with the link sees these details.")}</Hint>
          <TextField name="guest_name" label={t("Guest’s name")} />
          <TextField name="guest_email" label={t("Guest’s email")} type="email" />
          <TextField name="guest_phone" label={t("Guest’s phone")} type="tel" />
        </Fieldset>
        <Button variant="primary" type="submit">
          {t("Create booking link")}
        </Button>
      </PageForm>
    </>
  );
}
