import { t } from "~/i18n/text";
import { Select, TextInput } from "../kit/inputs";
import type { DeskState } from "./desk-state";

interface CustomTimeProps {
  state: DeskState;
  typed: (name: string, otherwise: string) => string;
}

/** Fields for a custom time. Shown by CSS when selected, so it works before JavaScript. */
export function CustomTime({ state, typed }: CustomTimeProps) {
  const { resources, resource, today, custom } = state;
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-3 items-end">
      <TextInput
        type="date"
        name="custom_day"
        label={t("Date")}
        min={today}
        defaultValue={typed("custom_day", custom.day)}
      />
      <TextInput
        type="time"
        name="custom_time"
        label={t("Time")}
        defaultValue={typed("custom_time", custom.time)}
      />
      <TextInput
        type="number"
        name="custom_minutes"
        label={t("Minutes")}
        min={5}
        max={1440}
        defaultValue={typed("custom_minutes", String(custom.minutes))}
      />
      {resource === "" && (
        <Select
          name="custom_resource"
          label={t("With")}
          defaultValue={typed("custom_resource", "")}
          options={[
            { value: "", label: t("Anyone") },
            ...resources.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
    </div>
  );
}
