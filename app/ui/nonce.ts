import { createContext, useContext } from "react";

const NonceContext = createContext<string | undefined>(undefined);

/** Provides the nonce of the page's Content-Security-Policy on the server. */
export const NonceProvider = NonceContext.Provider;

/**
 * The page's nonce. In the browser it is the document's, which stays valid during client-side
 * navigation.
 */
export function useNonce(): string | undefined {
  return useContext(NonceContext) ?? nonceOfDocument();
}

function nonceOfDocument(): string | undefined {
  return typeof document === "undefined"
    ? undefined
    : document.querySelector<HTMLElement>("script[nonce]")?.nonce;
}
