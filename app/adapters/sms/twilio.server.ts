import { DeliveryError } from "../email/port";
import type { SentSms, Sms, SmsSender } from "./port";

export interface TwilioSettings {
  account_sid: string;
  auth_token: string;
  /** A number in E.164, or a messaging service (MG…). */
  from: string;
  /** The WhatsApp sender, likewise; null: no WhatsApp. */
  whatsapp_from: string | null;
  api_base: string;
}

const TIMEOUT_MS = 15_000;

/** Sends through Twilio's Messages resource (2010-04-01) with plain fetch. */
export function twilioSender(settings: TwilioSettings): SmsSender {
  const { account_sid, auth_token, api_base } = settings;
  const url = new URL(
    `/2010-04-01/Accounts/${encodeURIComponent(account_sid)}/Messages.json`,
    api_base,
  );
  const headers = {
    Authorization: `Basic ${Buffer.from(`${account_sid}:${auth_token}`).toString("base64")}`,
  };
  return {
    async send(message) {
      const response = await post(url, headers, formOf(message, settings));
      const answer = (await response.json().catch(() => ({}))) as Answer;
      if (response.ok && answer.sid !== undefined)
        return { provider_id: answer.sid, ...priceOf(answer) };
      throw refusal(response.status, answer.code);
    },
  };
}

/** The fields used from Twilio's response. */
interface Answer {
  sid?: string;
  code?: number;
  price?: string | null;
  price_unit?: string | null;
}

function formOf(
  { to, text, channel = "sms", template, status_url }: Sms,
  { from, whatsapp_from }: TwilioSettings,
): URLSearchParams {
  const isWhatsapp = channel === "whatsapp";
  const sender = isWhatsapp ? whatsapp_from : from;
  if (sender === null)
    throw new DeliveryError("final", "no_whatsapp_sender", "No WhatsApp sender is set.");
  const address = (number: string) => (isWhatsapp ? `whatsapp:${number}` : number);
  const body = new URLSearchParams({ To: address(to) });
  if (sender.startsWith("MG")) body.set("MessagingServiceSid", sender);
  else body.set("From", address(sender));
  if (template === undefined) body.set("Body", text);
  else {
    body.set("ContentSid", template.id);
    body.set("ContentVariables", JSON.stringify(template.variables));
  }
  if (status_url !== undefined) body.set("StatusCallback", status_url);
  return body;
}

/** Twilio reports what it charges as a negative amount, usually only after the message was sent. */
function priceOf({ price, price_unit }: Answer): Pick<SentSms, "price"> {
  if (typeof price !== "string" || typeof price_unit !== "string") return {};
  const amount = price.replace(/^-/, "");
  if (!/^\d{1,6}(\.\d{1,5})?$/.test(amount)) return {};
  return { price: { amount, currency: price_unit.toUpperCase() } };
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

/** The guest has replied STOP to this sender. */
const OPTED_OUT = 21610;

/** 401 and 403 concern the account and can be fixed; other 4xx concern the number or the text. */
function refusal(status: number, code: number | undefined): DeliveryError {
  const isLater = status < 400 || status >= 500 || [401, 403, 429].includes(status);
  return new DeliveryError(
    code === OPTED_OUT ? "inactive" : isLater ? "later" : "final",
    `twilio_${code ?? status}`,
    `Twilio answered ${status}.`,
  );
}
