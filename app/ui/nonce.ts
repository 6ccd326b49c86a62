import { createContext, useContext } from "react";

const NonceContext = createContext<string | undefined>(undefined);

/** Gives the page's inline scripts and styles the nonce that its Content-Security-Policy names; on the server. */
export const NonceProvider = NonceContext.Provider;

/** The page's nonce; in the browser the one it was loaded with, which stays valid for pages shown later without a reload. */
export function useNonce(): string | undefined {
  return useContext(NonceContext) ?? nonceOfDocument();
}

function nonceOfDocument(): string | undefined {
  return typeof document === "undefined"
    ? undefined
    : document.querySelector<HTMLElement>("script[nonce]")?.nonce;
}
