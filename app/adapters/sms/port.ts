/** One SMS. `to` is in E.164: "+31612345678". */
interface Sms {
  to: string;
  text: string;
}

/** Sends SMS. Throws a DeliveryError (adapters/email/port.ts) if one was not accepted. */
export interface SmsSender {
  send(message: Sms): Promise<{ provider_id: string }>;
}
