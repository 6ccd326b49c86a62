import { type FieldMetadata, getInputProps, getSelectProps } from "@conform-to/react";
import type { FieldLimits } from "~/ui/form/field-limits";

/** A field of conform as TextInput takes it, with what its schema lets it hold and its errors below. */
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
  };
}

/** The same for a Select. */
export function selectProps(field: FieldMetadata<string | number>) {
  return {
    ...getSelectProps(field),
    key: field.key,
    error: field.errors?.join(" "),
  };
}
