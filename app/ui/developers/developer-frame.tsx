import type { ReactNode } from "react";
import { DocumentFrame } from "./document-frame";

const PLACES = [
  { to: "/developers", label: "Overview", end: true },
  { to: "/docs", label: "Guide", end: false },
  { to: "/developers/reference", label: "API reference", end: false },
];

/** Layout of the developer pages. */
export function DeveloperFrame({ children }: { children: ReactNode }) {
  return (
    <DocumentFrame label="For developers" places={PLACES}>
      {children}
    </DocumentFrame>
  );
}
