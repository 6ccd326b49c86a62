import { DeliveryError } from "../email/port";
import type { SmsSender } from "./port";

export interface TwilioSettings {
  account_sid: string;
  auth_token: string;
  /** A number in E.164, or a messaging service (MG…). */
  from: string;
  api_base: string;
}

const TIMEOUT_MS = 15_000;

/** Sends through Twilio's Messages resource (2010-04-01) with plain fetch. */
export function twilioSender({
  account_sid,
  auth_token,
  from,
  api_base,
}: TwilioSettings): SmsSender {
  const url = new URL(
    `/2010-04-01/Accounts/${encodeURIComponent(account_sid)}/Messages.json`,
    api_base,
  );
  const headers = {
    Authorization: `Basic ${Buffer.from(`${account_sid}:${auth_token}`).toString("base64")}`,
  };
  return {
    async send({ to, text }) {
      const body = new URLSearchParams({ To: to, Body: text });
      body.set(from.startsWith("MG") ? "MessagingServiceSid" : "From", from);
      const response = await post(url, headers, body);
      const answer = (await response.json().catch(() => ({}))) as { sid?: string; code?: number };
      if (response.ok && answer.sid !== undefined) return { provider_id: answer.sid };
      throw refusal(response.status, answer.code);
    },
  };
}

async function post(
  url: URL,
  headers: Record<string, string>,
  body: URLSearchParams,
): Promise<Response> {
  try {
    return await fetch(url, {
      method: "POST",
      headers,
      body,
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch {
    throw new DeliveryError("later", "twilio_unreachable", "Twilio could not be reached.");
  }
}

/** 401 and 403 concern the account and can be fixed; other 4xx concern the number or the text. */
function refusal(status: number, code: number | undefined): DeliveryError {
  const isLater = status < 400 || status >= 500 || [401, 403, 429].includes(status);
  return new DeliveryError(
    isLater ? "later" : "final",
    `twilio_${code ?? status}`,
    `Twilio answered ${status}.`,
  );
}
