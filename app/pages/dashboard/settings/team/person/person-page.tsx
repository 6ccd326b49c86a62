import { Form } from "@remix-run/react";
import { t } from "~/i18n/text";
import { Draft } from "~/ui/drafts/draft";
import { Notice } from "~/ui/feedback/notice";
import { Confirm } from "~/ui/form/confirm";
import { FormProblems, TextField, CheckboxField } from "~/ui/form/fields";
import { type FormRefusal, formState } from "~/ui/form/form-state";
import { Button } from "~/ui/kit/button";
import { Card, Facts } from "~/ui/layout/card";
import { PageHeader } from "~/ui/layout/page-header";
import { PersonFields } from "../person-fields";
import { roleWords } from "../../role-words";
import type { PersonView } from "./load.server";
import styles from "~/ui/form/fields.module.css";

/** Someone of the team: who they are, what they may do, and how they leave. */
export function PersonPage({ view, refusal }: { view: PersonView; refusal: FormRefusal | undefined }) {
  const {
    person,
    limits,
    is_invited,
    until,
    seen,
    live_keys,
    may_edit,
    may_change_role,
    may_hand_over,
    stored,
    resources,
  } = view;
  const edit = formState(stored, refusal, "edit");
  const resend = formState({}, refusal, "resend");
  const { name, email, role } = person;
  return (
    <>
      <PageHeader title={name} />
      <Card title={is_invited ? t("Invitation") : t("Person")}>
        <Facts
          facts={[
            ["E-mail", email],
            ["Role", `${roleWords[role].label}: ${roleWords[role].does}`],
            ["The link works until", until],
            ["Last seen", is_invited ? null : (seen ?? "Never")],
            ["API keys they know", live_keys > 0 ? String(live_keys) : null],
          ]}
        />
        {is_invited && (
          <Form method="post" className={styles.form!}>
            <FormProblems state={resend} />
            <input type="hidden" name="intent" value="resend" />
            <Button type="submit">{t("Send a new link")}</Button>
          </Form>
        )}
      </Card>
      {may_edit ? (
        <Card title={t("Change")}>
          <Form method="post" className={styles.form!} key={JSON.stringify(stored)}>
            <input type="hidden" name="intent" value="edit" />
            <Draft name={`person ${person.id}`} />
            <FormProblems state={edit} />
            <TextField state={edit} name="name" label={t("Name")} {...limits.name} />
            {may_change_role && (
              <PersonFields state={edit} roles={["admin", "staff", "viewer"]} resources={resources} />
            )}
            <Button variant="primary" type="submit">
              {t("Save")}
            </Button>
          </Form>
        </Card>
      ) : (
        <Notice tone="info">{t("Only the owner can change the owner.")}</Notice>
      )}
      {may_change_role && (
        <Card title={is_invited ? t("Withdraw") : t("Remove or hand over")}>
          <div className={styles.form}>
            {may_hand_over && (
              <Confirm
                title={t("Make them the owner")}
                intent="hand_over"
                button={t("Hand the company over to {name}", { name })}
                state={formState({}, refusal, "hand_over")}
              >
                <p>{t("There is one owner. You become an admin, and only {name} can take this back.", { name })}</p>
              </Confirm>
            )}
            <Confirm
              title={is_invited ? t("Withdraw the invitation") : t("Remove")}
              intent="remove"
              button={is_invited ? t("Withdraw the invitation") : t("Remove {name}", { name })}
              state={formState({}, refusal, "remove")}
            >
              <p>
                {is_invited
                  ? t("The link in the mail ends.")
                  : t("They are signed out of this company at once. Bookings they made stay.")}
              </p>
              {live_keys > 0 && (
                <CheckboxField
                  state={formState({ keys: "on" }, refusal, "remove")}
                  name="keys"
                  label={t("Revoke the secret keys they know too")}
                />
              )}
            </Confirm>
          </div>
        </Card>
      )}
    </>
  );
}
