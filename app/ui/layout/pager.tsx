import { t } from "~/i18n/text";
import { LinkButton } from "../kit/button";

interface PagerProps {
  /** Row count, announced when it changes. */
  count: string;
  /** URL of the first page; null if this is it. */
  first: string | null;
  next: string | null;
}

/** Range shown and pagination links. */
export function Pager({ count, first, next }: PagerProps) {
  return (
    <footer className="flex flex-wrap gap-x-3 gap-y-2 items-center justify-between min-h-control mt-3 mb-5">
      <p className="m-0 text-muted text-sm" role="status">
        {count}
      </p>
      <nav aria-label={t("Pages")} className="flex flex-wrap gap-2">
        {first !== null && <LinkButton to={first}>{t("Back to the first page")}</LinkButton>}
        {next !== null && <LinkButton to={next}>{t("Next")}</LinkButton>}
      </nav>
    </footer>
  );
}
