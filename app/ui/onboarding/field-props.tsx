import { type FieldMetadata, getInputProps, getSelectProps } from "@conform-to/react";
import { Icon } from "../icon";

/** A field of conform as Mantine's TextInput takes it, with its errors below. */
export function inputProps(field: FieldMetadata<string | number | undefined>, type: "text" | "number" | "time") {
  return {
    ...getInputProps(field, { type }),
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
