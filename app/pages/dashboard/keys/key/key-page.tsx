import { Form } from "@remix-run/react";
import { t } from "~/i18n/text";
import { Draft } from "~/ui/drafts/draft";
import { Badge } from "~/ui/feedback/badge";
import { Confirm } from "~/ui/form/confirm";
import { CopyButton } from "~/ui/form/copy-button";
import { FormProblems, SelectField } from "~/ui/form/fields";
import { type FormRefusal, formState } from "~/ui/form/form-state";
import { ShownOnce } from "~/ui/form/shown-once";
import { Button } from "~/ui/kit/button";
import { Card, Facts } from "~/ui/layout/card";
import { PageHeader } from "~/ui/layout/page-header";
import { LastDayField, NameField, ScopesField, SiteFields } from "../key-fields";
import type { KeyView } from "./load.server";
import type { EditIntent } from "../key-forms";
import styles from "~/ui/form/fields.module.css";

/** What a form was answered: why it was refused, or the new text of the key, which is shown this once. */
interface KeyAnswer {
  result?: FormRefusal;
  key_text?: string;
  /** The old text goes on working for a while. */
  overlaps?: boolean;
}

/** A key: what it is, what it may do, and how it ends. */
export function KeyPage({ view, answer }: { view: KeyView; answer: KeyAnswer | undefined }) {
  const { id, name, edit, text, base_text, is_secret, may_do, state, made, made_by, used, both_until, ...more } = view;
  const { result: refusal, key_text, overlaps } = answer ?? {};
  return (
    <>
      <PageHeader title={name}>
        <Badge tone={state.tone} icon={state.icon}>
          {state.label}
        </Badge>
      </PageHeader>
      {key_text !== undefined && (
        <ShownOnce
          title={t("The new text of the key")}
          what={t("the key")}
          secret={key_text}
          to={`/dashboard/keys/${id}`}
        >
          <p>
            {base_text === null ? t("It is shown here once. ") : ""}
            {overlaps ? `The old text works until ${both_until}.` : t("The old text has ended.")}
          </p>
        </ShownOnce>
      )}
      <Card title={t("Key")} lead={may_do}>
        <Facts
          facts={[
            ["Text", <code key="text">{base_text ?? text}</code>],
            ["Made", made_by ? `${made} by ${made_by}` : made],
            ["Last used", used ?? "Never"],
            ["The text before works until", both_until],
          ]}
        />
        {base_text !== null && (
          <p>
            <CopyButton text={base_text} what={t("the key")} />
          </p>
        )}
      </Card>
      {edit !== null && (
        <>
          <Card title={t("Change")}>
            <EditKey id={id} edit={edit} refusal={refusal} {...more} />
          </Card>
          <Card title={t("Rotate or revoke")}>
            <div className={styles.form}>
              <Confirm
                tone="plain"
                title={t("Give it a new text")}
                intent="rotate"
                button={t("Make a new text")}
                state={formState({}, refusal, "rotate")}
              >
                <p>
                  {t(
                    "The new text is shown once. The old one goes on working for a while, so that you can change your program.",
                  )}
                </p>
                <SelectField
                  state={formState({ overlap_hours: "24" }, refusal, "rotate")}
                  name="overlap_hours"
                  label={t("The old text")}
                  options={[
                    { value: "24", label: "works for 24 hours more" },
                    { value: "1", label: "works for one hour more" },
                    { value: "0", label: "ends at once, since it was seen by others" },
                  ]}
                />
              </Confirm>
              <Confirm title={t("Revoke")} intent="revoke" button={t("Revoke {name}", { name })}>
                <p>
                  {t("The key ends at once and for good.")}{" "}
                  {is_secret
                    ? t("Programs that use it are refused.")
                    : t("Widgets that use it show that they cannot load.")}
                </p>
              </Confirm>
            </div>
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
  const state = formState(stored, refusal, edit);
  return (
    <Form method="post" className={styles.form!} key={JSON.stringify(stored)}>
      <input type="hidden" name="intent" value={edit} />
      <Draft name={`key ${id}`} />
      <FormProblems state={state} />
      <NameField state={state} limits={limits} />
      {edit === "edit_publishable" && <ScopesField state={state} />}
      {edit !== "edit_secret" && <SiteFields state={state} configurations={configurations} />}
      {edit !== "edit_base" && <LastDayField state={state} />}
      <Button variant="primary" type="submit">
        {t("Save")}
      </Button>
    </Form>
  );
}
