import { t } from "~/i18n/text";
import { FormPart, FORM } from "~/ui/kit/form";
import { Badge } from "~/ui/kit/badge";
import { Confirm } from "~/ui/form/confirm";
import { CopyButton } from "~/ui/form/copy-button";
import { SelectField } from "~/ui/form/fields";
import { type FormRefusal, PageForm } from "~/ui/form/page-form";
import { ShownOnce } from "~/ui/form/shown-once";
import { Button } from "~/ui/kit/button";
import { Card, Facts } from "~/ui/layout/card";
import { PageHeader } from "~/ui/layout/page-header";
import { LastDayField, NameField, ScopesField, SiteFields } from "../key-fields";
import type { KeyView } from "./load.server";
import type { EditIntent } from "../key-forms";

/** Form response: an error, or the new key text, displayed once. */
interface KeyAnswer {
  result?: FormRefusal;
  key_text?: string;
  /** The old text stays valid for a while. */
  overlaps?: boolean;
}

/** A key: its kind, permissions and expiry. */
export function KeyPage({ view, answer }: { view: KeyView; answer: KeyAnswer | undefined }) {
  const {
    id,
    name,
    edit,
    text,
    base_text,
    is_secret,
    may_do,
    state,
    made,
    made_by,
    used,
    both_until,
    ...more
  } = view;
  const { result: refusal, key_text, overlaps } = answer ?? {};
  return (
    <>
      <PageHeader up={{ to: "/dashboard/keys", name: t("API keys") }} title={name}>
        <Badge tone={state.tone} icon={state.icon}>
          {state.label}
        </Badge>
      </PageHeader>
      {key_text !== undefined && (
        <ShownOnce
          title={t("New key")}
          what={t("key")}
          secret={key_text}
          to={`/dashboard/keys/${id}`}
        >
          <p>
            {base_text === null && t("Shown only once.")}{" "}
            {overlaps && both_until !== null
              ? t("The old key works until {{time}}.", { time: both_until })
              : t("The old key no longer works.")}
          </p>
        </ShownOnce>
      )}
      <Card title={t("Details")} lead={may_do}>
        <Facts
          facts={[
            [t("Key"), <code key="text">{base_text ?? text}</code>],
            [
              t("Created"),
              made_by ? t("{{time}} by {{name}}", { time: made, name: made_by }) : made,
            ],
            [t("Last used"), used ?? t("Never")],
            [t("Old key works until"), both_until],
          ]}
        />
        {base_text !== null && (
          <p>
            <CopyButton text={base_text} what={t("key")} />
          </p>
        )}
      </Card>
      {edit !== null && (
        <>
          <Card title={t("Edit")}>
            <EditKey id={id} edit={edit} refusal={refusal} {...more} />
          </Card>
          <Card title={t("Rotate or revoke")}>
            <FormPart>
              <Confirm
                tone="plain"
                title={t("Rotate key")}
                intent="rotate"
                button={t("Rotate key")}
                stored={{ overlap_hours: "24" }}
                refusal={refusal}
              >
                <p>
                  {base_text === null
                    ? t(
                        "Creates a new key, shown once. The old one can keep working while you switch over.",
                      )
                    : t("Creates a new key. The old one can keep working while you switch over.")}
                </p>
                <SelectField
                  name="overlap_hours"
                  label={t("Old key")}
                  options={[
                    { value: "24", label: t("Works for 24 more hours") },
                    { value: "1", label: t("Works for 1 more hour") },
                    { value: "0", label: t("Stops now: others may have seen it") },
                  ]}
                />
              </Confirm>
              <Confirm title={t("Revoke")} intent="revoke" button={t("Revoke {{name}}", { name })}>
                <p>
                  {is_secret
                    ? t("Software that uses this key is refused from now on. This can’t be undone.")
                    : t("Widgets that use this key no longer load. This can’t be undone.")}
                </p>
              </Confirm>
            </FormPart>
          </Card>
        </>
      )}
    </>
  );
}

interface EditKeyProps {
  id: string;
  edit: EditIntent;
  refusal: FormRefusal | undefined;
  stored: object;
  limits: KeyView["limits"];
  configurations: KeyView["configurations"];
}

function EditKey({ id, edit, refusal, stored, limits, configurations }: EditKeyProps) {
  return (
    <PageForm
      intent={edit}
      stored={stored}
      refusal={refusal}
      limits={limits}
      draft={`key ${id}`}
      className={FORM}
    >
      <NameField />
      {edit === "edit_publishable" && <ScopesField />}
      {edit !== "edit_secret" && <SiteFields configurations={configurations} />}
      {edit !== "edit_base" && <LastDayField />}
      <Button variant="primary" type="submit">
        {t("Save")}
      </Button>
    </PageForm>
  );
}
