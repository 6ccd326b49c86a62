export interface Attachment {
  filename: string;
  content_type: string;
  /** base64 */
  content: string;
}

/** An email as the product composes it; the sender address is added by the driver. */
export interface Mail {
  to: string;
  subject: string;
  html: string;
  text: string;
  reply_to?: string;
  headers?: Record<string, string>;
  attachments?: Attachment[];
  /** Returned in the provider's later reports (bounces); never shown to the recipient. */
  metadata?: Record<string, string>;
}

/** Sends one message and returns the provider's id for it. Throws if it was not accepted. */
export interface EmailSender {
  send(message: Mail & { from: string }): Promise<{ provider_id: string }>;
  /** Checks connection and credentials without sending anything. Throws a DeliveryError. */
  check(): Promise<void>;
}

/**
 * Why a message was not accepted: `later` can be retried, `final` can't, `inactive` is an address
 * that no longer accepts mail. `code` is the provider's code and contains no address or text.
 */
export class DeliveryError extends Error {
  constructor(
    readonly kind: "later" | "final" | "inactive",
    readonly code: string,
    message: string,
  ) {
    super(message);
    this.name = "DeliveryError";
  }
}
