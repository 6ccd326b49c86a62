import { t } from "~/i18n/text";
/** Takes the keyboard past what every page repeats (WCAG 2.4.1), to the element with the id "content". */
export function SkipLink() {
  return (
    <a className="skip-link" href="#content">
      {t("Skip to the content")}
    </a>
  );
}
