import { Link, useFetcher, useNavigation } from "@remix-run/react";
import { t } from "~/i18n/text";
import { FactList } from "~/ui/layout/card";
import { WITH_ASIDE, Aside, Hint, Buttons } from "~/ui/kit/form";
import { Notice } from "~/ui/feedback/notice";
import { Confirm } from "~/ui/form/confirm";
import { PageForm, refusalOf } from "~/ui/form/page-form";
import { allProblems } from "~/ui/form/problems";
import { useTryOut } from "~/ui/form/use-try-out";
import { HOURS_PATH } from "~/ui/hours/hours-path";
import { OutsideBookings } from "~/ui/hours/outside-bookings";
import { Button } from "~/ui/kit/button";
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

/**
 * The form with a preview of its effects: updated while typing, or by a button without JavaScript.
 */
function EditForm({ view, answer }: HoursPageProps) {
  const { id, seen, values, limits, zones, year, users } = view;
  const draft = useFetcher<HoursAnswer>();
  const { tryOut, stop } = useTryOut((typed) => draft.submit(typed, { method: "post" }));
  const isSaving = useNavigation().state !== "idle";
  const shown = draft.data?.outside ? draft.data : answer;
  const outside = shown?.outside;
  const unready = allProblems(draft.data?.result?.error);
  const isOfDelete = refusalOf(answer?.result, "delete") !== undefined;
  return (
    <PageForm
      stored={values}
      typed={answer?.typed}
      refusal={isOfDelete ? undefined : answer?.result}
      limits={limits}
      version={{ field: "seen", stored: seen, conflict: answer?.conflict?.seen }}
      draft={`hours ${id}`}
      meanwhile={answer?.conflict?.now ?? null}
      className={WITH_ASIDE}
      onInput={tryOut}
      onSubmit={stop}
      preventScrollReset
    >
      {/* Enter activates the first button. */}
      <button
        type="submit"
        name="intent"
        value="save"
        tabIndex={-1}
        aria-hidden="true"
        className="hidden-text"
      />
      <div className="flex flex-col gap-5 min-w-0">
        {answer?.conflict && (
          <Notice tone="bad">{t("Changed by someone else. Review, then save.")}</Notice>
        )}
        <HoursFields year={shown?.year ?? year} zones={zones} />
      </div>
      <Aside>
        {unready !== "" && <Hint>{unready}</Hint>}
        {outside && <OutsideBookings {...outside} />}
        <Buttons>
          <Button variant="primary" type="submit" name="intent" value="save" loading={isSaving}>
            {answer?.conflict ? t("Save mine") : t("Save")}
          </Button>
          <noscript>
            <Button type="submit" name="intent" value="preview">
              {t("Preview")}
            </Button>
          </noscript>
        </Buttons>
        <UsedBy users={users} />
      </Aside>
    </PageForm>
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
