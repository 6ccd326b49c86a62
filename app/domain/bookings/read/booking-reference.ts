/** A booking's reference in its printed form: two groups of four characters. */
export const referenceOf = (reference: string) => `${reference.slice(0, 4)}-${reference.slice(4)}`;
