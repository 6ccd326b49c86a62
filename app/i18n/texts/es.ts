import type { Translations } from "../text";

export const es: Translations = {};
