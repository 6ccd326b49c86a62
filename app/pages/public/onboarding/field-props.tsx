import { type FieldMetadata, getInputProps, getSelectProps } from "@conform-to/react";
import type { FieldLimits } from "~/ui/form/field-limits";
import { Icon } from "~/ui/icon";

/** A field of conform as Mantine's TextInput takes it, with what its schema lets it hold and its errors below. */
export function inputProps(
  field: FieldMetadata<string | number | undefined>,
  type: "text" | "number" | "time" | "email",
  limits: Record<string, FieldLimits>,
) {
  return {
    ...getInputProps(field, { type }),
    ...limits[field.name],
    key: field.key,
    error: field.errors?.join(" "),
    size: "md" as const,
    withAsterisk: false,
  };
}

/** The same for a NativeSelect. */
export function selectProps(field: FieldMetadata<string | number>) {
  return {
    ...getSelectProps(field),
    key: field.key,
    error: field.errors?.join(" "),
    size: "md" as const,
    rightSection: <Icon name="down" size={16} />,
  };
}
