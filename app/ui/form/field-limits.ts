import { z } from "zod";

/** Browser-side constraints of an input. */
export interface FieldLimits {
  required?: boolean;
  minLength?: number;
  maxLength?: number;
  min?: number;
  max?: number;
}

interface JsonField {
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  anyOf?: JsonField[];
}

/**
 * Constraints of a form's inputs by name, from the contract's schema. For loaders: pages get the
 * limits as data, so browsers don't load the schemas. conform's getZodConstraint finds none,
 * because the contract normalises texts before validating, with the limits in the schema metadata.
 * `within` prefixes names of nested fields ("address.").
 */
export function fieldLimits(schema: z.ZodObject, within = ""): Record<string, FieldLimits> {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
  });
  return Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [
      within + name,
      limitsOf(field as JsonField, required.includes(name)),
    ]),
  );
}

function limitsOf(field: JsonField, required: boolean): FieldLimits {
  // A nullable field (an empty input) has the limits of its other type.
  const {
    minLength = 0,
    maxLength,
    minimum,
    maximum,
  } = field.anyOf?.find((kind) => "maxLength" in kind) ?? field;
  return {
    ...(required && { required }),
    // `required` already implies a minimum of 1.
    ...(minLength > 1 && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
    ...(minimum !== undefined && { min: minimum }),
    ...(maximum !== undefined && { max: maximum }),
  };
}
