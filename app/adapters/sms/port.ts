/** One SMS. `to` is a number in E.164: "+31612345678". */
export interface Sms {
  to: string;
  text: string;
}

/** What every way of sending SMS does; throws a DeliveryError (adapters/email/port.ts) when it was not taken. */
export interface SmsSender {
  send(message: Sms): Promise<{ provider_id: string }>;
}
