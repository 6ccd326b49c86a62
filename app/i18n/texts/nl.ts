import type { Translations } from "../text";

export const nl: Translations = {};
