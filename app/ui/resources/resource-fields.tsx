import { Textarea, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import type { FieldLimits } from "../form/field-limits";
import styles from "./resources-page.module.css";

interface ResourceFieldsProps {
  values: Record<string, unknown>;
  /** What somebody else has saved meanwhile. */
  now?: Record<string, unknown> | null;
  limits: Record<string, FieldLimits>;
  problems: Record<string, string[] | null>;
}

const TYPES = ["person", "room", "table", "desk", "court", "class", "vehicle", "equipment"];
const textOf = (value: unknown) => (value === undefined || value === null ? "" : String(value));

/** What a resource says of itself, for a new one and for one that is there. */
export function ResourceFields({ values, now = null, limits, problems }: ResourceFieldsProps) {
  const field = (name: string, help?: ReactNode) => ({
    ...limits[name],
    name,
    size: "md" as const,
    withAsterisk: false,
    autoComplete: "off",
    defaultValue: textOf(values[name]),
    error: problems[name]?.join(" "),
    description:
      now === null || textOf(now[name]) === textOf(values[name])
        ? help
        : `Now in the resource: ${textOf(now[name]) || "nothing"}`,
    inputWrapperOrder: ["label", "input", "description", "error"] as ("label" | "input" | "description" | "error")[],
  });
  return (
    <>
      <div className={styles.fields}>
        <TextInput {...field("name", "what guests see")} label="Name" />
        <TextInput {...field("type")} label="Type" list="resource-types" />
        <TextInput {...field("capacity", "1 for a person or a room")} label="Places at the same time" type="number" />
      </div>
      <datalist id="resource-types">
        {TYPES.map((type) => (
          <option key={type} value={type} />
        ))}
      </datalist>
      <Textarea {...field("description")} label="Description" rows={2} className={styles.wide!} />
    </>
  );
}
