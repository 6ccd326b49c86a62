import type { TemplateKey } from "~/contract/email";

/** One text of a mail in one language, as its page shows it. */
export interface TemplateView {
  key: TemplateKey;
  /** What the mail is called, and when it is sent. */
  label: string;
  when: string;
  locale: string;
  language: string;
  languages: { tag: string; label: string; is_own: boolean }[];
  /** Languages of the company that have no own text of this mail. */
  unwritten: { tag: string; label: string; has_default: boolean }[];
  is_own: boolean;
  /** Which own text this is, in which version; "": there is none. */
  seen: string;
  stored: { subject: string; body: string };
  standard: { subject: string; body: string };
  variables: string[];
  subject_limits: { required?: boolean; maxLength?: number };
  may_edit: boolean;
}
