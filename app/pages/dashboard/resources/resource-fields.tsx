import { t } from "~/i18n/text";
import { useField } from "~/ui/form/field-state";
import { Textarea, TextInput } from "~/ui/kit/inputs";
import styles from "./resources-page.module.css";

const TYPES = ["person", "room", "table", "desk", "court", "class", "vehicle", "equipment"];

/** What a resource says of itself, for a new one and for one that is there. */
export function ResourceFields() {
  const [name, type, capacity, description] = [
    useField("name"),
    useField("type"),
    useField("capacity"),
    useField("description"),
  ];
  return (
    <>
      <div className={styles.fields}>
        <TextInput {...name.input} label={t("Name")} description={name.other ?? t("What guests see")} />
        <TextInput {...type.input} label={t("Type")} description={type.other} list="resource-types" />
        <TextInput
          {...capacity.input}
          label={t("Places at the same time")}
          description={capacity.other ?? t("1 for a person or a room")}
          type="number"
        />
      </div>
      <datalist id="resource-types">
        {TYPES.map((value) => (
          <option key={value} value={value} />
        ))}
      </datalist>
      <Textarea
        {...description.input}
        label={t("Description")}
        description={description.other}
        rows={2}
        className={styles.wide}
      />
    </>
  );
}
