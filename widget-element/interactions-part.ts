import type * as Interactions from "./interactions/index";

let part: typeof Interactions | undefined;

/** What answers to the visitor, once it has loaded. */
export const loadedInteractions = (): typeof Interactions | undefined => part;

export const loadInteractionsPart = async (): Promise<typeof Interactions> =>
  (part ??= await import("./interactions/index"));
