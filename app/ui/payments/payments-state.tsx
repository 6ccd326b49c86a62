import { t } from "~/i18n/text";
import type { PaymentsStep } from "./payments-step";
import { Notice } from "../feedback/notice";
import { Icon } from "../icon";
import { Rich } from "../rich";

/** Whether a payment account is connected, and the actions of this step. */
export function PaymentsState({ payments }: { payments: PaymentsStep }) {
  if (payments.state === "off")
    return (
      <Notice tone="info">
        {t("Online payments are off on this server. Guests see your prices and pay you directly.")}
      </Notice>
    );
  const { problems, is_owner } = payments;
  return (
    <>
      {payments.state === "connected" ? (
        <div className="flex items-center gap-4 m-0 mb-6 py-4 px-5 rounded-[0.75rem] bg-good-soft text-good">
          <Icon name="check" size={28} />
          <p className="m-0">
            <Rich
              text={t("Connected to <b>{{account}}</b>", { account: payments.account })}
              parts={{ b: (inner) => <strong className="block text-[1.125rem]">{inner}</strong> }}
            />
          </p>
        </div>
      ) : is_owner ? (
        <p className="m-0 text-muted [&_strong]:text-text">
          {t(
            "You sign in at the payment provider, or open an account there, and come back here. You can skip this: services that require payment can’t be booked online until you connect an account.",
          )}
        </p>
      ) : (
        <Notice tone="info">
          {t("Only the owner can connect a payment account. You can finish the set-up without it.")}
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

/** Error after returning from the payment provider, by the code in the URL; null for none. */
export function connectProblem(word: string | null): string | null {
  if (word === null) return null;
  const texts: Record<string, string> = {
    access_denied: t("No account connected: you declined at the payment provider."),
    organization_in_use: t(
      "That account is already connected to another company. Choose another account.",
    ),
    provider_unavailable: t("The payment provider isn’t responding. Try again in a minute."),
  };
  return texts[word] ?? t("No account connected. Try again.");
}
