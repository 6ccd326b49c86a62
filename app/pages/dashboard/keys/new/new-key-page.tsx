import { useEffect } from "react";
import { t } from "~/i18n/text";
import { FORM } from "~/ui/kit/form";
import { useForgetDraft } from "~/ui/drafts/draft";
import { SelectField } from "~/ui/form/fields";
import { type FormRefusal, PageForm } from "~/ui/form/page-form";
import { ShownOnce } from "~/ui/form/shown-once";
import { Button } from "~/ui/kit/button";
import { PageHeader } from "~/ui/layout/page-header";
import { Tabs } from "~/ui/layout/tabs";
import { LastDayField, NameField, RoleField, ScopesField, SiteFields } from "../key-fields";
import type { NewKeyView } from "./load.server";

const PATH = "/dashboard/keys/new";

/** Default scopes, sufficient for most widgets. */
const USUAL = ["config:read", "availability:read", "bookings:write"];

/** Form response: an error, or the new key, whose text is displayed once. */
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

/** Form for a new key; after creation, its text. */
export function NewKeyPage({
  view,
  answer,
}: {
  view: NewKeyView;
  answer: NewKeyAnswer | undefined;
}) {
  const { is_secret, today, limits, configurations } = view;
  if (answer?.made) return <Made {...answer.made} />;
  const kind = is_secret ? "secret" : "publishable";
  const stored = { kind, scopes: USUAL, role: "staff", mode: "live" };
  return (
    <>
      <PageHeader up={{ to: "/dashboard/keys", name: t("API keys") }} title={t("New API key")} />
      <Tabs
        label={t("Kind of key")}
        tabs={[
          { to: PATH, label: t("Publishable, for websites"), is_current: !is_secret },
          { to: `${PATH}?kind=secret`, label: t("Secret, for servers"), is_current: is_secret },
        ]}
      />
      <PageForm
        stored={stored}
        refusal={answer?.result}
        limits={limits}
        draft={`new key ${kind}`}
        className={FORM}
      >
        <input type="hidden" name="kind" value={kind} />
        <NameField />
        {is_secret ? <RoleField roles={["viewer", "staff", "admin"]} /> : <ScopesField />}
        {!is_secret && <SiteFields configurations={configurations} />}
        <SelectField
          name="mode"
          label={t("Mode")}
          options={[
            { value: "live", label: t("Live") },
            { value: "test", label: t("Test") },
          ]}
        />
        <LastDayField today={today} />
        <Button variant="primary" type="submit">
          {t("Create key")}
        </Button>
      </PageForm>
    </>
  );
}

function Made({
  id,
  name,
  kind,
  key_text,
}: {
  id: string;
  name: string;
  kind: string;
  key_text: string;
}) {
  const forget = useForgetDraft();
  useEffect(() => forget(`new key ${kind}`), [forget, kind]);
  return (
    <>
      <PageHeader title={t("{{name}} created", { name })} />
      <ShownOnce
        title={kind === "secret" ? t("Secret key") : t("Publishable key")}
        what={t("key")}
        secret={key_text}
        to={`/dashboard/keys/${id}`}
      >
        <p>
          {kind === "secret"
            ? t("Shown only once. Keep it on your server: it opens all your bookings.")
            : t("Shown only once. It’s safe in your website’s code, where everyone can read it.")}
        </p>
      </ShownOnce>
    </>
  );
}
