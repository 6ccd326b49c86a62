/** A booking's reference as people read it: two groups of four. */
export const referenceOf = (reference: string) => `${reference.slice(0, 4)}-${reference.slice(4)}`;
