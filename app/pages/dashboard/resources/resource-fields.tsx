import { t } from "~/i18n/text";
import { TextAreaField, TextField } from "~/ui/form/fields";
import { RESOURCE_TYPES } from "./about-resource";
import styles from "./resources-page.module.css";

/** What a resource says of itself, for a new one and for one that is there. */
export function ResourceFields() {
  return (
    <>
      <div className={styles.fields}>
        <TextField name="name" label={t("Name")} description={t("Shown to guests")} />
        <TextField name="type" label={t("Type")} list="resource-types" />
        <TextField
          name="capacity"
          label={t("Capacity")}
          description={t("Guests at a time: 1 for a person, 12 for a class of 12")}
          type="number"
        />
      </div>
      <datalist id="resource-types">
        {Object.entries(RESOURCE_TYPES).map(([value, name]) => (
          <option key={value} value={value}>
            {t(name)}
          </option>
        ))}
      </datalist>
      <TextAreaField name="description" label={t("Description")} rows={2} className={styles.wide!} />
    </>
  );
}
