import { Errors, ServerClient } from "postmark";
import { DeliveryError, type EmailSender } from "./port";

export interface PostmarkSettings {
  server_token: string;
  api_base: string;
  timeout_seconds?: number;
}

const INACTIVE_RECIPIENT = 406;
/** 422 codes about the account rather than the message: over its limit, pending approval. */
const ACCOUNT_CODES = [405, 412, 413];

/** Sends through Postmark's API (POST /email) with its own client. */
export function postmarkSender({
  server_token,
  api_base,
  timeout_seconds = 15,
}: PostmarkSettings): EmailSender {
  const { protocol, host } = new URL(api_base);
  const client = new ServerClient(server_token, {
    useHttps: protocol === "https:",
    requestHost: host,
    timeout: timeout_seconds,
    // By default the server token would follow a redirect.
    fetch: (url, init) => fetch(url, { ...init, redirect: "error" }),
  });
  return {
    async send({
      from,
      to,
      subject,
      html,
      text,
      reply_to,
      headers = {},
      attachments = [],
      metadata = {},
    }) {
      try {
        const answer = await client.sendEmail({
          From: from,
          To: to,
          Subject: subject,
          HtmlBody: html,
          TextBody: text,
          MessageStream: "outbound",
          Headers: Object.entries({ ...headers, "X-PM-KeepID": "true" }).map(([Name, Value]) => ({
            Name,
            Value,
          })),
          Attachments: attachments.map(({ filename, content_type, content }) => ({
            Name: filename,
            ContentType: content_type,
            Content: content,
            ContentID: null,
          })),
          Metadata: metadata,
          ...(reply_to !== undefined && { ReplyTo: reply_to }),
        });
        return { provider_id: answer.MessageID };
      } catch (error) {
        throw toDeliveryError(error);
      }
    },
    async check() {
      await client.getServer().catch((error: unknown) => {
        throw toDeliveryError(error);
      });
    },
  };
}

/** Postmark's messages contain the address, so only its codes are kept. */
function toDeliveryError(error: unknown): DeliveryError {
  if (!(error instanceof Errors.PostmarkError))
    return new DeliveryError("later", "postmark_unknown", "Postmark failed.");
  const { code, statusCode } = error;
  const deliveryError = (kind: DeliveryError["kind"]) =>
    new DeliveryError(
      kind,
      `postmark_${code || statusCode || "unreachable"}`,
      `Postmark answered ${statusCode}, code ${code}.`,
    );
  if (code === INACTIVE_RECIPIENT) return deliveryError("inactive");
  if (statusCode === 422 && !ACCOUNT_CODES.includes(code)) return deliveryError("final");
  return deliveryError("later");
}
