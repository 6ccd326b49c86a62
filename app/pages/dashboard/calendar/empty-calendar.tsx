import { t } from "~/i18n/text";
import { EmptyState } from "~/ui/feedback/empty-state";
import { LinkButton } from "~/ui/kit/button";

/** A company without anything that can be booked yet. */
export function EmptyCalendar({ maySetUp }: { maySetUp: boolean }) {
  return (
    <EmptyState icon="calendar" title={t("Nothing to show yet")}>
      <p>{t("A calendar needs a person, a room or another resource, and a service with its hours.")}</p>
      {maySetUp && (
        <LinkButton variant="primary" to="/onboarding">
          {t("Set them up")}
        </LinkButton>
      )}
    </EmptyState>
  );
}
