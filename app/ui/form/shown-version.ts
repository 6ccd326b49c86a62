import { z } from "zod";

/** The version of a record that a form was filled from. What cannot be one is no version that the record has: both values are shown. */
export const ShownVersion = z.coerce.number().int().catch(0);
