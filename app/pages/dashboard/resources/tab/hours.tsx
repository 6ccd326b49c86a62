import { Link } from "@remix-run/react";
import { list, t } from "~/i18n/text";
import { SelectField } from "~/ui/form/fields";
import { OpenFields } from "~/ui/hours/open-fields";
import { PreviewedHoursForm } from "~/ui/hours/previewed-hours-form";
import { Hint } from "~/ui/kit/form";
import { FactList } from "~/ui/layout/card";
import { KEEP_HOURS } from "../hours-values";
import type { ResourcePageProps } from "./resource-view";

/** When a resource can be booked, within its services' hours. */
export function Hours({ hours, may_edit, resource, answer }: ResourcePageProps) {
  if (hours === null) return null;
  const { now, choices, seen, stored } = hours;
  const { name } = resource;
  if (!may_edit && !now?.may_change)
    return now === null ? (
      <Hint>{t("{{name}} can be booked whenever its services are open.", { name })}</Hint>
    ) : (
      <FactList facts={now.facts} />
    );
  return (
    <PreviewedHoursForm
      intent="hours"
      stored={stored}
      seen={seen}
      draft={`hours of ${resource.id}`}
      answer={answer}
      className="group/form"
      aside={now && <Now {...now} />}
    >
      {may_edit ? (
        <SelectField
          name="hours_id"
          label={t("Hours")}
          options={choices}
          className="max-w-96"
          description={t("Within the hours of the services.")}
        />
      ) : (
        <input type="hidden" name="hours_id" value={KEEP_HOURS} />
      )}
      <div className={may_edit ? IF_EDITED : ""}>
        <OpenFields />
      </div>
    </PreviewedHoursForm>
  );
}

// Shows the fields of hours that are edited here, also without scripts.
const IF_EDITED = "group-[:not(:has(option:is([value='keep'],[value='new']):checked))]/form:hidden";

type NowProps = NonNullable<NonNullable<ResourcePageProps["hours"]>["now"]>;

/** Everything else that a change of these hours changes. */
function Now({ name, path, others }: NowProps) {
  return (
    <Hint>
      {others.length > 0 && (
        <>{t("{{name}} is also used by {{users}}.", { name, users: list(others.slice(0, 5)) })} </>
      )}
      <Link className="text-accent-text" to={path}>
        {t("Open {{name}}", { name })}
      </Link>
    </Hint>
  );
}
