import type { Translations } from "../text";

export const fr: Translations = {};
