import type { Translations } from "../text";

export const de: Translations = {};
