import { t } from "~/i18n/text";
import { TextAreaField, TextField } from "~/ui/form/fields";
import styles from "./resources-page.module.css";

const TYPES = ["person", "room", "table", "desk", "court", "class", "vehicle", "equipment"];

/** What a resource says of itself, for a new one and for one that is there. */
export function ResourceFields() {
  return (
    <>
      <div className={styles.fields}>
        <TextField name="name" label={t("Name")} description={t("What guests see")} />
        <TextField name="type" label={t("Type")} list="resource-types" />
        <TextField
          name="capacity"
          label={t("Places at the same time")}
          description={t("1 for a person or a room")}
          type="number"
        />
      </div>
      <datalist id="resource-types">
        {TYPES.map((value) => (
          <option key={value} value={value} />
        ))}
      </datalist>
      <TextAreaField name="description" label={t("Description")} rows={2} className={styles.wide!} />
    </>
  );
}
