import { plainText } from "~/contract/contact-details";
import { StartVerification } from "~/contract/verification";
import type { WidgetConfig } from "~/contract/widget";
import { confirmVerification, startVerification } from "~/domain/verification/verification.server";
import { formTicket } from "~/http/idempotency.server";
import { AppError } from "~/lib/app-error";
import { type Order, once } from "./order.server";
import { type Chosen, count } from "./view.server";

/** Channel for the code: from the configuration, or the visitor's choice if it allows one. */
export function codeChannel(verification: WidgetConfig["verification"], form: URLSearchParams) {
  const isSms =
    verification === "sms" || (verification === "either" && form.get("channel") === "sms");
  return isSms ? "sms" : "email";
}

/** Sends a code to the entered contact by email or SMS. Throws validation_failed, rate_limited. */
export async function sendCode(view: Chosen, form: URLSearchParams, customer: Order["customer"]) {
  const { actor, config } = view.page;
  const channel = codeChannel(config.verification, form);
  const parsed = StartVerification.safeParse({
    channel,
    destination: (channel === "sms" ? customer.phone : customer.email) ?? "",
  });
  if (!parsed.success)
    throw new AppError("validation_failed", "", {
      issues: [{ path: "destination", code: "invalid", message: "" }],
    });
  await count(view, "verify");
  const { verification_id } = await startVerification(actor, parsed.data, null, view.locale);
  return { id: verification_id, destination: parsed.data.destination };
}

/**
 * Exchanges the entered code for a verification token. Throws verification_failed, rate_limited.
 */
export async function confirmCode(view: Chosen, form: URLSearchParams): Promise<string> {
  const { actor } = view.page;
  await count(view, "verify_confirm");
  const given = {
    verification_id: form.get("verification_id") ?? "",
    code: plainText(form.get("code") ?? "").replace(/\D/g, ""),
  };
  const ticket = formTicket(actor, "POST /book code", form.get("attempt") ?? "", given);
  return (await once(() => confirmVerification(actor, given, ticket))).verification_token;
}
