import { t } from "~/i18n/text";
import { FormPart, Hint, FORM } from "~/ui/kit/form";
import { Badge } from "~/ui/kit/badge";
import { Notice } from "~/ui/feedback/notice";
import { Confirm } from "~/ui/form/confirm";
import { ChoiceField } from "~/ui/form/fields";
import { type FormRefusal, PageForm } from "~/ui/form/page-form";
import { Button, LinkButton } from "~/ui/kit/button";
import { Card, Facts } from "~/ui/layout/card";
import type { AccountView } from "./account-view";

interface AccountProps {
  /** null: no payment provider is configured. */
  account: AccountView | null;
  is_owner: boolean;
  refusal: FormRefusal | undefined;
}

/** The payment account: which one, whether guests can pay, and the owner's actions. */
export function AccountCard({ account, is_owner, refusal }: AccountProps) {
  if (account === null)
    return (
      <Card title={t("Payment account")}>
        <Notice tone="info">
          {t(
            "Online payments are off on this server. Guests see your prices and pay you directly.",
          )}
        </Notice>
      </Card>
    );
  const { name, can_pay, fee, problems } = account;
  return (
    <Card
      title={t("Payment account")}
      lead={t(
        "Guests pay when they book; the money goes straight to your account at the payment provider.",
      )}
    >
      <FormPart>
        {problems.map(({ text, tone }) => (
          <Notice key={text} tone={tone}>
            {text}
          </Notice>
        ))}
        <Facts
          facts={[
            [t("Account"), name ?? t("Not connected")],
            [
              t("Online payments"),
              <Badge key="can" tone={can_pay ? "good" : "wait"} icon={can_pay ? "check" : "clock"}>
                {can_pay ? t("On") : t("Off")}
              </Badge>,
            ],
            [t("Platform fee"), fee],
          ]}
        />
        {is_owner ? (
          <OwnersForms account={account} refusal={refusal} />
        ) : (
          <Hint>{t("Only the owner can connect or disconnect an account.")}</Hint>
        )}
      </FormPart>
    </Card>
  );
}

function OwnersForms({
  account,
  refusal,
}: {
  account: AccountView;
  refusal: FormRefusal | undefined;
}) {
  const { name, profile, profiles } = account;
  if (name === null)
    return (
      <>
        <Hint>
          {t("You sign in at the payment provider, or open an account there, and come back here.")}
        </Hint>
        <LinkButton
          variant="primary"
          href="/api/payprovider/connect?action=authorize"
          endIcon="right"
        >
          {t("Connect account")}
        </LinkButton>
      </>
    );
  return (
    <>
      {profiles.length > 1 && (
        <PageForm
          intent="profile"
          stored={{ profile_id: profile }}
          refusal={refusal}
          className={FORM}
        >
          <ChoiceField
            name="profile_id"
            legend={t("Payment methods")}
            hint={t("Sets you manage at the payment provider")}
            type="radio"
            choices={profiles}
          />
          <Button type="submit">{t("Save")}</Button>
        </PageForm>
      )}
      <Confirm
        title={t("Disconnect account")}
        intent="disconnect"
        button={t("Disconnect {{name}}", { name })}
        refusal={refusal}
      >
        <p>
          {t(
            "Ends open checkouts. Services that require payment can’t be booked online until you connect an account again. Past payments stay, but can only be refunded at the payment provider.",
          )}
        </p>
      </Confirm>
    </>
  );
}
