import { createTransport } from "nodemailer";
import { type Attachment, DeliveryError, type EmailSender } from "./port";

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
/** Enhanced status codes for a nonexistent or disabled address (RFC 3463). */
const INACTIVE = /\b5\.(1\.[1236]|2\.1)\b/;

/**
 * Sends through an SMTP server: smtp://user:password@host:587 (STARTTLS if offered) or
 * smtps://…:465.
 */
export function smtpSender(url: string): EmailSender {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 3,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...TIMEOUTS,
  });
  return {
    async send({ from, to, subject, html, text, reply_to, headers = {}, attachments = [] }) {
      const { "Message-ID": messageId, ...rest } = headers;
      const invitation = attachments.find(isCalendar);
      try {
        const sent = await transport.sendMail({
          from,
          to: { name: "", address: to }, // never parsed as a list
          subject,
          html,
          text,
          headers: rest,
          ...(reply_to !== undefined && { replyTo: { name: "", address: reply_to } }),
          ...(messageId !== undefined && { messageId }),
          ...(invitation !== undefined && { icalEvent: toCalendarPart(invitation) }),
          attachments: attachments.filter((part) => !isCalendar(part)).map(toAttachment),
        });
        return { provider_id: sent.messageId };
      } catch (error) {
        throw toDeliveryError(error);
      }
    },
    async check() {
      await transport.verify().catch((error: unknown) => {
        throw toDeliveryError(error);
      });
    },
  };
}

const isCalendar = ({ content_type }: Attachment) => content_type.startsWith("text/calendar");

/**
 * Also as an alternative to the text: mail programs show it as an invitation only then (RFC 6047).
 */
function toCalendarPart({ filename, content_type, content }: Attachment) {
  const method = /method=(\w+)/i.exec(content_type)?.[1] ?? "PUBLISH";
  return { filename, method, content: Buffer.from(content, "base64").toString("utf8") };
}

const toAttachment = ({ filename, content_type, content }: Attachment) => ({
  filename,
  contentType: content_type,
  content: Buffer.from(content, "base64"),
});

/** The server's message contains the address, so only its code is kept. */
function toDeliveryError(error: unknown): DeliveryError {
  const {
    code = "unknown",
    responseCode,
    response = "",
  } = error as { code?: string; responseCode?: number; response?: string };
  const name = `smtp_${responseCode ?? code}`.toLowerCase();
  const deliveryError = (kind: DeliveryError["kind"]) =>
    new DeliveryError(kind, name, `The SMTP server responded with ${responseCode ?? code}.`);
  if (code === "EAUTH" || responseCode === undefined || responseCode < 500)
    return deliveryError("later");
  return deliveryError(INACTIVE.test(response) ? "inactive" : "final");
}
