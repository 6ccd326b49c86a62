import { useEffect } from "react";
import { t } from "~/i18n/text";
import { useForgetDraft } from "~/ui/drafts/draft";
import { SelectField } from "~/ui/form/fields";
import { type FormRefusal, PageForm } from "~/ui/form/page-form";
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
      <PageForm
        stored={stored}
        refusal={answer?.result}
        limits={limits}
        draft={`new key ${kind}`}
        className={styles.form!}
      >
        <input type="hidden" name="kind" value={kind} />
        <NameField />
        {is_secret ? <RoleField roles={["viewer", "staff", "admin"]} /> : <ScopesField />}
        {!is_secret && <SiteFields configurations={configurations} />}
        <SelectField
          name="mode"
          label={t("For")}
          options={[
            { value: "live", label: "Live use" },
            { value: "test", label: "Tests" },
          ]}
        />
        <LastDayField today={today} />
        <Button variant="primary" type="submit">
          {t("Make the key")}
        </Button>
      </PageForm>
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
