import { z } from "zod";

/**
 * The record version a form was filled from. An invalid value becomes 0, which no record has, so
 * both values are shown.
 */
export const ShownVersion = z.coerce.number().int().catch(0);
