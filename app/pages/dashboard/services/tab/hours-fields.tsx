import { useField } from "@conform-to/react";
import { Link } from "@remix-run/react";
import { t } from "~/i18n/text";
import { Hint, FormSection } from "~/ui/kit/form";
import { FactList } from "~/ui/layout/card";
import { SelectField } from "~/ui/form/fields";
import { OpenFields } from "~/ui/hours/open-fields";

/** Shared hours a service can use instead of its own. */
export interface SharedHours {
  id: string;
  name: string;
  path: string;
  facts: { label: string; text: string }[];
  may_change: boolean;
}

interface HoursFieldsProps {
  zones: { value: string; label: string }[];
  shared: SharedHours[];
}

/** A service's hours: shared ones as a summary, or its own as fields. */
export function HoursFields({ zones, shared }: HoursFieldsProps) {
  const fields = (
    <OpenFields
      zones={zones}
      zone_note={t("Where the service takes place. Guests also see times in their own time zone.")}
    />
  );
  if (shared.length === 0) return fields;
  const options = [
    { value: "", label: t("Its own hours") },
    ...shared.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <div className="group/hours flex flex-col gap-5 min-w-0">
      <SelectField name="hours_id" label={t("Hours")} options={options} />
      <Chosen shared={shared} />
      <div className={`flex flex-col gap-5 min-w-0 ${IF_OWN}`}>{fields}</div>
    </div>
  );
}

// Shows only the fields of the selected option, also without scripts.
const IF_OWN = "group-[:not(:has(select[name^='hours']_option[value='']:checked))]/hours:hidden";
const IF_SHARED = "group-[:has(select[name^='hours']_option[value='']:checked)]/hours:hidden";

function Chosen({ shared }: Pick<HoursFieldsProps, "shared">) {
  const [{ value }] = useField<string>("hours_id");
  const chosen = shared.find(({ id }) => id === value);
  if (chosen === undefined) return null;
  const { name, path, facts, may_change } = chosen;
  return (
    <FormSection className={IF_SHARED} aria-label={name}>
      <FactList facts={facts} />
      <Hint>
        <Link to={path}>
          {may_change ? t("Change {{name}}", { name }) : t("Open {{name}}", { name })}
        </Link>
      </Hint>
    </FormSection>
  );
}
