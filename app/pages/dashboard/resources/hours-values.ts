/** Value of the hours select for changing the present ones. */
export const KEEP_HOURS = "keep";
/** Value of the hours select for entering new ones. */
export const NEW_HOURS = "new";
