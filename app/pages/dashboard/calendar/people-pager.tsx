import { t } from "~/i18n/text";
import { LinkButton } from "~/ui/kit/button";

/** The range of resources shown, starting at 1. */
export interface ShownPeople {
  first: number;
  last: number;
  total: number;
  previous: OtherPeople | null;
  next: OtherPeople | null;
}

interface OtherPeople {
  count: number;
  href: string;
}

/** Shows that a view contains part of the resources, with links to the others. */
export function PeoplePager({ first, last, total, previous, next }: ShownPeople) {
  return (
    <nav
      className="flex flex-wrap gap-x-2 gap-y-1 items-center pb-2 text-muted text-sm max-md:py-1"
      aria-label={t("Resources")}
    >
      <span role="status">{t("{{first}}–{{last}} of {{total}}", { first, last, total })}</span>
      {previous !== null && (
        <LinkButton to={previous.href} rel="prev" variant="quiet" icon="left">
          {t("Previous {{count}}", { count: previous.count })}
        </LinkButton>
      )}
      {next !== null && (
        <LinkButton to={next.href} rel="next" variant="quiet" endIcon="right">
          {t("Next {{count}}", { count: next.count })}
        </LinkButton>
      )}
    </nav>
  );
}
