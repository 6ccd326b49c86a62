import { t } from "~/i18n/text";
import { CopyIcon } from "./form/copy-icon";
import { Icon } from "./icon";
import table from "./layout/table.module.css";
import styles from "./contact.module.css";

interface ContactProps {
  phone: string | null;
  email: string | null;
  /** Contact data of this reader is masked: then it is no link. */
  isMasked: boolean;
  /** Whether there is room for both; else the phone comes first. Both are said where it is pointed at. */
  both?: boolean;
}

/** In a row of a table: how to reach somebody, in one line that is cut where it is too long. */
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
