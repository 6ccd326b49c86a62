export interface Attachment {
  filename: string;
  content_type: string;
  /** base64 */
  content: string;
}

/** A mail as the product writes it; who it is from is settled where it is sent. */
export interface Mail {
  to: string;
  subject: string;
  html: string;
  text: string;
  reply_to?: string;
  headers?: Record<string, string>;
  attachments?: Attachment[];
  /** Comes back with what the provider reports later (bounces); never shown to the reader. */
  metadata?: Record<string, string>;
}

/** What every way of sending mail does: hand one message over, and tell under which id the other side knows it. Throws when it did not. */
export interface EmailSender {
  send(message: Mail & { from: string }): Promise<{ provider_id: string }>;
  /** Whether the other side answers and takes our credentials, without sending anything; throws a DeliveryError when not. */
  check(): Promise<void>;
}

/**
 * Why a message was not taken: `later` may work at another time, `final` never will, `inactive` is an address that takes nothing any
 * more. `code` says it in the provider's words; it holds no address and no text.
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
