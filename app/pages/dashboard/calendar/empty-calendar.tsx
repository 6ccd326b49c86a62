import { t } from "~/i18n/text";
import { EmptyState } from "~/ui/feedback/empty-state";
import { LinkButton } from "~/ui/kit/button";

/** A company without bookable resources. */
export function EmptyCalendar({ maySetUp }: { maySetUp: boolean }) {
  return (
    <EmptyState icon="calendar" title={t("No resources yet")}>
      <p>{t("Add a person, a room or another resource, and a service with its hours.")}</p>
      {maySetUp && (
        <LinkButton variant="primary" to="/onboarding">
          {t("Start set-up")}
        </LinkButton>
      )}
    </EmptyState>
  );
}
