import { t } from "~/i18n/text";
import { CopyIcon } from "./form/copy-icon";
import { Icon } from "./icon";

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
      className="flex gap-1.5 items-center min-w-0 text-muted"
      title={ways.map(({ text }) => text).join(" · ")}
    >
      <span className="overflow-hidden text-ellipsis" dir="ltr">
        {(both ? ways : [first]).map(({ text, href }, index) => (
          <span key={href}>
            {index > 0 && " · "}
            {isMasked ? (
              text
            ) : (
              <a
                href={href}
                className="relative z-1 text-inherit no-underline hover:text-accent-text hover:underline max-md:static"
              >
                {text}
              </a>
            )}
          </span>
        ))}
      </span>
      {!isMasked && (
        // Visible on hover, always reachable by keyboard; on touch screens the row opens its page.
        <span className="relative z-1 hidden flex-none items-center [@media(hover:hover)]:md:inline-flex [@media(hover:hover)]:md:w-0 overflow-hidden [tr:focus-within_&]:w-auto! [tr:hover_&]:w-auto!">
          <CopyIcon text={first.text} label={phone === null ? t("Copy email") : t("Copy phone")} />
          {phone !== null && email !== null && !both && (
            <a
              href={`mailto:${email}`}
              className="inline-grid place-items-center size-7 text-inherit no-underline hover:text-accent-text"
              aria-label={t("Email guest")}
              title={t("Email guest")}
            >
              <Icon name="mail" size={16} />
            </a>
          )}
        </span>
      )}
    </span>
  );
}
