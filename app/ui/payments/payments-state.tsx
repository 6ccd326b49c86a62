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
          {t(
            "You sign in or open an account at the payment provider, and come back here. You can skip this: until an account is connected, guests can't book what they have to pay online. Today reminds you.",
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
