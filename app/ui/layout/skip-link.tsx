import { t } from "~/i18n/text";
/** Skips repeated content (WCAG 2.4.1) to the element with id "content". */
export function SkipLink() {
  return (
    <a className="skip-link" href="#content">
      {t("Skip to the content")}
    </a>
  );
}
