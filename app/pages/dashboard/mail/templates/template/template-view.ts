import type { TemplateKey } from "~/contract/email";

/** A template in one language, as its page shows it. */
export interface TemplateView {
  key: TemplateKey;
  /** Name of the email and when it is sent. */
  label: string;
  when: string;
  locale: string;
  language: string;
  languages: { tag: string; label: string; is_own: boolean }[];
  /** Company languages without a custom text. */
  unwritten: { tag: string; label: string; has_default: boolean }[];
  is_own: boolean;
  /** Version of the custom text; "" for none. */
  seen: string;
  stored: { subject: string; body: string };
  standard: { subject: string; body: string };
  variables: string[];
  subject_limits: { required?: boolean; maxLength?: number };
  may_edit: boolean;
}
