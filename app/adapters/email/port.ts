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
}

/** What every way of sending mail does: hand one message over, and tell under which id the other side knows it. Throws when it did not. */
export interface EmailSender {
  send(message: Mail & { from: string }): Promise<{ provider_id: string }>;
}
