import { t } from "~/i18n/text";
import { FORM, FormPart } from "~/ui/kit/form";
import { Notice } from "~/ui/feedback/notice";
import { Confirm } from "~/ui/form/confirm";
import { TextField } from "~/ui/form/fields";
import { type FormRefusal, PageForm } from "~/ui/form/page-form";
import { Card, Facts } from "~/ui/layout/card";
import { PageHeader } from "~/ui/layout/page-header";
import { PersonFields } from "../person-fields";
import { roleWords } from "../../role-words";
import type { PersonView } from "./load.server";
import { Button } from "~/ui/kit/button";
import { EmailText } from "~/ui/email-text";

/** A team member: details, permissions and removal. */
export function PersonPage({
  view,
  refusal,
}: {
  view: PersonView;
  refusal: FormRefusal | undefined;
}) {
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
  const { name, email, role } = person;
  return (
    <>
      <PageHeader title={name} />
      <Card title={is_invited ? t("Invitation") : t("Details")}>
        <Facts
          facts={[
            [t("Email"), <EmailText email={email} />],
            [
              t("Role"),
              t("{{role}}: {{rights}}", {
                role: t(roleWords[role].label),
                rights: t(roleWords[role].does),
              }),
            ],
            [t("Link works until"), until],
            [t("Last active"), is_invited ? null : (seen ?? t("Hasn’t signed in"))],
            [t("Secret keys they know"), live_keys > 0 ? String(live_keys) : null],
          ]}
        />
        {is_invited && (
          <PageForm intent="resend" refusal={refusal} className={FORM}>
            <Button type="submit">{t("Send new link")}</Button>
          </PageForm>
        )}
      </Card>
      {may_edit ? (
        <Card title={t("Edit")}>
          <PageForm
            intent="edit"
            stored={stored}
            refusal={refusal}
            limits={limits}
            draft={`person ${person.id}`}
            className={FORM}
          >
            <TextField name="name" label={t("Name")} />
            {may_change_role && (
              <PersonFields roles={["admin", "staff", "viewer"]} resources={resources} />
            )}
            <Button variant="primary" type="submit">
              {t("Save")}
            </Button>
          </PageForm>
        </Card>
      ) : (
        <Notice tone="info">{t("Only the owner can edit the owner.")}</Notice>
      )}
      {may_change_role && (
        <Card
          title={is_invited ? t("Withdraw") : may_hand_over ? t("Remove or transfer") : t("Remove")}
        >
          <FormPart>
            {may_hand_over && (
              <Confirm
                title={t("Transfer ownership")}
                intent="hand_over"
                button={t("Make {{name}} the owner", { name })}
                refusal={refusal}
              >
                <p>
                  {t(
                    "A company has one owner. You become an admin, and only {{name}} can undo this.",
                    { name },
                  )}
                </p>
              </Confirm>
            )}
            <Confirm
              title={is_invited ? t("Withdraw invitation") : t("Remove")}
              intent="remove"
              button={is_invited ? t("Withdraw invitation") : t("Remove {{name}}", { name })}
              refusal={refusal}
            >
              <p>
                {is_invited
                  ? t("The link in the email stops working.")
                  : t("Signs them out of this company at once. Bookings they made stay.")}
              </p>
              {live_keys > 0 && (
                <p>
                  {t(
                    "Their secret keys stop working. Rotate a key first if software still needs it. Publishable keys on your website keep working.",
                  )}
                </p>
              )}
            </Confirm>
          </FormPart>
        </Card>
      )}
    </>
  );
}
