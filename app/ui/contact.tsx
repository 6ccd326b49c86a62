import { t } from "~/i18n/text";
import { CopyIcon } from "./form/copy-icon";
import { Icon } from "./icon";
import table from "./layout/table.module.css";
import styles from "./contact.module.css";

interface ContactProps {
  phone: string | null;
  email: string | null;
  /** The reader sees masked contact data, so no link. */
  isMasked: boolean;
  /** Whether to show both; otherwise the phone number is preferred. The tooltip has both. */
  both?: boolean;
}

/** Contact details in a table row, truncated to one line. */
export function Contact({ phone, email, isMasked, both = false }: ContactProps) {
  const ways = [
    ...(phone === null ? [] : [{ text: phone, href: `tel:${phone.replace(/[^+\d]/g, "")}` }]),
    ...(email === null ? [] : [{ text: email, href: `mailto:${email}` }]),
  ];
  const [first] = ways;
  if (first === undefined) return null;
  return (
    <span
      className={`${table.line} ${styles.contact}`}
      title={ways.map(({ text }) => text).join(" · ")}
    >
      <span className={table.cut} dir="ltr">
        {(both ? ways : [first]).map(({ text, href }, index) => (
          <span key={href}>
            {index > 0 && " · "}
            {isMasked ? text : <a href={href}>{text}</a>}
          </span>
        ))}
      </span>
      {!isMasked && (
        <span className={styles.tools}>
          <CopyIcon text={first.text} label={phone === null ? t("Copy email") : t("Copy phone")} />
          {phone !== null && email !== null && !both && (
            <a href={`mailto:${email}`} aria-label={t("Email guest")} title={t("Email guest")}>
              <Icon name="mail" size={16} />
            </a>
          )}
        </span>
      )}
    </span>
  );
}
