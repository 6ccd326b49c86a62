import { Form } from "@remix-run/react";
import { useEffect } from "react";
import { t } from "~/i18n/text";
import { Draft, useForgetDraft } from "~/ui/drafts/draft";
import { FormProblems, SelectField } from "~/ui/form/fields";
import { type FormRefusal, formState } from "~/ui/form/form-state";
import { ShownOnce } from "~/ui/form/shown-once";
import { Button } from "~/ui/kit/button";
import { PageHeader } from "~/ui/layout/page-header";
import { Tabs } from "~/ui/layout/tabs";
import { LastDayField, NameField, RoleField, ScopesField, SiteFields } from "../key-fields";
import type { NewKeyView } from "./load.server";
import styles from "~/ui/form/fields.module.css";

const PATH = "/dashboard/keys/new";

/** What most widgets need. */
const USUAL = ["config:read", "availability:read", "bookings:write"];

/** What the form was answered: why it was refused, or the key that was made, whose text is shown this once. */
interface NewKeyAnswer {
  result?: FormRefusal;
  made?: MadeKey;
}

interface MadeKey {
  id: string;
  name: string;
  kind: string;
  key_text: string;
}

/** The form of a new key; once it is made, its text. */
export function NewKeyPage({ view, answer }: { view: NewKeyView; answer: NewKeyAnswer | undefined }) {
  const { is_secret, today, limits, configurations } = view;
  if (answer?.made) return <Made {...answer.made} />;
  const kind = is_secret ? "secret" : "publishable";
  const stored = { kind, scopes: USUAL, role: "staff", mode: "live" };
  const state = formState(stored, answer?.result);
  return (
    <>
      <PageHeader title={t("New API key")} />
      <Tabs
        label={t("Kind of key")}
        tabs={[
          { to: PATH, label: "Publishable, for websites", is_current: !is_secret },
          { to: `${PATH}?kind=secret`, label: "Secret, for servers", is_current: is_secret },
        ]}
      />
      <Form method="post" className={styles.form!} key={kind}>
        <input type="hidden" name="kind" value={kind} />
        <Draft name={`new key ${kind}`} />
        <FormProblems state={state} />
        <NameField state={state} limits={limits} />
        {is_secret ? <RoleField state={state} roles={["viewer", "staff", "admin"]} /> : <ScopesField state={state} />}
        {!is_secret && <SiteFields state={state} configurations={configurations} />}
        <SelectField
          state={state}
          name="mode"
          label={t("For")}
          options={[
            { value: "live", label: "Live use" },
            { value: "test", label: "Tests" },
          ]}
        />
        <LastDayField state={state} today={today} />
        <Button variant="primary" type="submit">
          {t("Make the key")}
        </Button>
      </Form>
    </>
  );
}

function Made({ id, name, kind, key_text }: { id: string; name: string; kind: string; key_text: string }) {
  const forget = useForgetDraft();
  useEffect(() => forget(`new key ${kind}`), [forget, kind]);
  return (
    <>
      <PageHeader title={t("{name} is made", { name })} />
      <ShownOnce
        title={kind === "secret" ? t("The secret key") : t("The publishable key")}
        what={t("the key")}
        secret={key_text}
        to={`/dashboard/keys/${id}`}
      >
        <p>
          {t("It is shown here once.")}{" "}
          {kind === "secret"
            ? t("Keep it on your server alone: everyone who has it can work with your bookings.")
            : t("It may be in the code of your website, where everyone can read it.")}
        </p>
      </ShownOnce>
    </>
  );
}
