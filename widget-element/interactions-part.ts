import type * as Interactions from "./interactions/index";

let part: typeof Interactions | undefined;

/** The interaction code, once loaded. */
export const loadedInteractions = (): typeof Interactions | undefined => part;

export const loadInteractionsPart = async (): Promise<typeof Interactions> =>
  (part ??= await import("./interactions/index"));
