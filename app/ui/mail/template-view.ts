/** One text of a mail in one language, as its page shows it. */
export interface TemplateView {
  key: string;
  locale: string;
  language: string;
  languages: { tag: string; label: string; is_own: boolean }[];
  /** The language of the own text that readers of this one get; null where they get the text that is shown. */
  instead: string | null;
  is_own: boolean;
  /** When the own text was last changed; "": there is none. */
  seen: string;
  stored: { subject: string; body: string };
  standard: { subject: string; body: string };
  variables: string[];
  subject_limits: { required?: boolean; maxLength?: number };
  may_edit: boolean;
}
