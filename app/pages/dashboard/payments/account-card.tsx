import { Form } from "@remix-run/react";
import { t } from "~/i18n/text";
import { Badge } from "~/ui/feedback/badge";
import { Notice } from "~/ui/feedback/notice";
import { Confirm } from "~/ui/form/confirm";
import { ChoiceField, FormProblems } from "~/ui/form/fields";
import { type FormRefusal, formState } from "~/ui/form/form-state";
import fields from "~/ui/form/fields.module.css";
import { Button, LinkButton } from "~/ui/kit/button";
import { Card, Facts } from "~/ui/layout/card";
import type { AccountView } from "./account-view";

interface AccountProps {
  /** null: this service runs without a payment provider. */
  account: AccountView | null;
  is_owner: boolean;
  refusal: FormRefusal | undefined;
}

/** The company's account at the payment provider: which one it is, whether guests can pay, and what the owner can do about it. */
export function AccountCard({ account, is_owner, refusal }: AccountProps) {
  if (account === null)
    return (
      <Card title={t("Your account")}>
        <Notice tone="info">
          {t(
            "Online payments are off on this server. Guests can book, and pay you in your own way; prices are shown to them.",
          )}
        </Notice>
      </Card>
    );
  const { name, can_pay, fee, problems } = account;
  return (
    <Card
      title={t("Your account")}
      lead={t("Guests can pay when they book. The money goes straight to your own account at the payment provider.")}
    >
      <div className={fields.form}>
        {problems.map(({ text, tone }) => (
          <Notice key={text} tone={tone}>
            {text}
          </Notice>
        ))}
        <Facts
          facts={[
            ["Connected to", name ?? "No account yet"],
            [
              "Guests can pay online",
              <Badge key="can" tone={can_pay ? "good" : "wait"} icon={can_pay ? "check" : "clock"}>
                {can_pay ? t("Yes") : t("Not now")}
              </Badge>,
            ],
            ["Fee of this service", fee],
          ]}
        />
        {is_owner ? (
          <OwnersForms account={account} refusal={refusal} />
        ) : (
          <p className={fields.hint}>{t("Only the owner of the company can connect or disconnect an account.")}</p>
        )}
      </div>
    </Card>
  );
}

function OwnersForms({ account, refusal }: { account: AccountView; refusal: FormRefusal | undefined }) {
  const { name, profile, profiles } = account;
  if (name === null)
    return (
      <>
        <p className={fields.hint}>
          {t("This leads to the payment provider, where you sign in or open an account, and back to this page.")}
        </p>
        <LinkButton variant="primary" href="/api/payprovider/connect?action=authorize" endIcon="right">
          {t("Connect an account")}
        </LinkButton>
      </>
    );
  const choice = formState({ profile_id: profile ?? "" }, refusal, "profile");
  const end = formState({}, refusal, "disconnect");
  return (
    <>
      {profiles.length > 1 && (
        <Form method="post" className={fields.form!} key={profile}>
          <input type="hidden" name="intent" value="profile" />
          <FormProblems state={choice} />
          <ChoiceField
            state={choice}
            name="profile_id"
            legend={t("How guests pay")}
            hint={t("Each is a set of payment methods that you arranged at the payment provider.")}
            type="radio"
            choices={profiles}
          />
          <Button type="submit">{t("Save")}</Button>
        </Form>
      )}
      <Confirm
        title={t("Disconnect the account")}
        intent="disconnect"
        button={t("Disconnect {name}", { name })}
        state={end}
      >
        <p>
          {t(
            "Checkouts that are open now end. Services that have to be paid online cannot be booked online until you connect an account again. What was paid stays paid, but it can only be given back at the payment provider.",
          )}
        </p>
      </Confirm>
    </>
  );
}
