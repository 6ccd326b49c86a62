import { t } from "~/i18n/text";
import { TextAreaField, TextField } from "~/ui/form/fields";
import { RESOURCE_TYPES } from "./about-resource";

/** Details of an existing resource. */
export function ResourceFields() {
  return (
    <>
      <TextField
        name="name"
        label={t("Name")}
        description={t("What guests see")}
        className="w-full"
      />
      <KindFields />
      <TextAreaField name="description" label={t("Description")} rows={2} className="w-full" />
    </>
  );
}

/** Type and capacity. */
export function KindFields() {
  return (
    <>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(12rem,100%),1fr))] gap-4 items-start w-full">
        <TextField name="type" label={t("Type")} list="resource-types" />
        <TextField
          name="capacity"
          label={t("Bookings at once")}
          description={t("A person, a court or a room: 1. A class of 12: 12.")}
          type="number"
        />
      </div>
      <datalist id="resource-types">
        {Object.entries(RESOURCE_TYPES).map(([value, name]) => (
          <option key={value} value={value}>
            {t(name, { context: "resource" })}
          </option>
        ))}
      </datalist>
    </>
  );
}
