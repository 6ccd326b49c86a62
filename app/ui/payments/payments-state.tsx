import { t } from "~/i18n/text";
import type { PaymentsStep } from "./payments-step";
import { Notice } from "../feedback/notice";
import { Icon } from "../icon";
import styles from "../form/step-form.module.css";

/** Whether an account is connected, which one, and what each button of the step does. */
export function PaymentsState({ payments }: { payments: PaymentsStep }) {
  if (payments.state === "off")
    return (
      <Notice tone="info">
        {t(
          "Online payments are off on this server. Guests can book, and pay you in your own way; prices are shown to them.",
        )}
      </Notice>
    );
  const { problems, is_owner } = payments;
  return (
    <>
      {payments.state === "connected" ? (
        <div className={styles.first}>
          <Icon name="check" size={28} />
          <p>
            {t("Connected to")}
            <strong>{payments.account}</strong>
          </p>
        </div>
      ) : is_owner ? (
        <p className={styles.explained}>
          <strong>{t("Connect an account")}</strong>{" "}
          {t("leads to the payment provider, where you sign in or open an account, and back to this page.")}{" "}
          <strong>{t("Finish without payments")}</strong>{" "}
          {t(
            "ends the set-up here: what has to be paid online cannot be booked online until you connect an account, which Today reminds you of.",
          )}
        </p>
      ) : (
        <Notice tone="info">
          {t("Only the owner of the company can connect a payment account. You can finish the set-up without.")}
        </Notice>
      )}
      {problems.map((text) => (
        <Notice key={text} tone="bad">
          {text}
        </Notice>
      ))}
    </>
  );
}

/** What the way to the payment provider and back came to, by the word in the address; null: nothing went wrong. */
export function connectProblem(word: string | null): string | null {
  if (word === null) return null;
  const texts: Record<string, string> = {
    access_denied: "No account was connected: the request was declined at the payment provider.",
    organization_in_use: "That account is connected to another company here. Choose another account.",
    provider_unavailable: "The payment provider does not answer at the moment. Try again in a minute.",
  };
  return texts[word] ?? "No account was connected. Please try again.";
}
