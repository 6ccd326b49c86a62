/** One text message. `to` is in E.164: "+31612345678". */
export interface Sms {
  to: string;
  text: string;
  /** SMS if omitted. */
  channel?: "sms" | "whatsapp";
  /** WhatsApp accepts a message outside a conversation only as an approved template. */
  template?: { id: string; variables: Record<string, string> };
  /** URL at which the provider reports what became of the message. */
  status_url?: string;
}

export interface SentSms {
  provider_id: string;
  /** The provider's price, as a decimal amount; absent until it reports one. */
  price?: { amount: string; currency: string };
}

/** Sends text messages. Throws a DeliveryError (adapters/email/port.ts) if one was not accepted. */
export interface SmsSender {
  send(message: Sms): Promise<SentSms>;
}
