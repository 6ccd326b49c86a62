import type { Translations } from "../text";

export const ar: Translations = {};
