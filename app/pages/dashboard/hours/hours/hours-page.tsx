import { Link } from "@remix-run/react";
import { t } from "~/i18n/text";
import { FactList } from "~/ui/layout/card";
import { WITH_ASIDE, Hint } from "~/ui/kit/form";
import { Confirm } from "~/ui/form/confirm";
import { HOURS_PATH } from "~/ui/hours/hours-path";
import { PreviewedHoursForm } from "~/ui/hours/previewed-hours-form";
import { PageHeader } from "~/ui/layout/page-header";
import { HoursFields } from "../hours-fields";
import type { HoursAnswer } from "./apply.server";
import type { HoursView } from "./load.server";

interface HoursPageProps {
  view: HoursView;
  answer: HoursAnswer | undefined;
}

/** Shared hours: editable with permission, otherwise a summary. */
export function HoursPage({ view, answer }: HoursPageProps) {
  const { name, seen, may_change, may_delete, facts } = view;
  return (
    <>
      <PageHeader up={{ to: HOURS_PATH, name: t("Hours") }} title={name} />
      {may_change ? (
        <EditForm view={view} answer={answer} key={seen} />
      ) : (
        <div className={WITH_ASIDE}>
          <FactList facts={facts} />
          <UsedBy users={view.users} />
        </div>
      )}
      {may_delete && (
        <div className="max-w-192 mt-6">
          <Confirm
            title={t("Delete hours")}
            intent="delete"
            button={t("Delete {{name}}", { name })}
            refusal={answer?.result}
          >
            <p>{t("Nothing uses these hours. This can’t be undone.")}</p>
          </Confirm>
        </div>
      )}
    </>
  );
}

function EditForm({ view, answer }: HoursPageProps) {
  const { id, seen, values, limits, zones, users } = view;
  return (
    <PreviewedHoursForm
      intent="save"
      stored={values}
      seen={seen}
      limits={limits}
      draft={`hours ${id}`}
      answer={answer}
      aside={<UsedBy users={users} />}
    >
      <HoursFields zones={zones} />
    </PreviewedHoursForm>
  );
}

function UsedBy({ users }: Pick<HoursView, "users">) {
  return (
    <section
      aria-labelledby="used"
      className="[&_h2]:m-0 [&_h2]:mb-1 [&_h2]:text-lg [&_h2]:font-semibold [&_ul]:m-0 [&_ul]:p-0 [&_ul]:list-none [&_a]:inline-flex [&_a]:items-center [&_a]:min-h-8 [&_a]:text-accent-text max-md:[&_a]:min-h-10"
    >
      <h2 id="used">{t("Used by")}</h2>
      {users.length === 0 ? (
        <Hint>
          {t(
            "Nothing yet. Choose these hours on the page of a resource, or on the Hours tab of a service.",
          )}
        </Hint>
      ) : (
        <ul>
          {users.map(({ id, name, path }) => (
            <li key={id}>
              <Link to={path}>{name}</Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
