import { z } from "zod";

/** What a browser checks of an input before it sends the form. */
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
 * What each input of a form may hold, by its name, as the schema of the contract says it. For loaders: the pages get the limits as data,
 * so that no browser has to load the schemas. conform's own getZodConstraint finds none: the contract's texts are tidied before they are
 * measured, and their limits stand in what describes them. `within`: before each name, for the fields of a part ("address.").
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
  // A field that may also be null (an empty input) has the limits of its other kind.
  const {
    minLength = 0,
    maxLength,
    minimum,
    maximum,
  } = field.anyOf?.find((kind) => "maxLength" in kind) ?? field;
  return {
    ...(required && { required }),
    // `required` says 1 already.
    ...(minLength > 1 && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
    ...(minimum !== undefined && { min: minimum }),
    ...(maximum !== undefined && { max: maximum }),
  };
}
