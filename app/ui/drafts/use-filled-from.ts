import { useState } from "react";

/** The version of a record that its form was filled from: what is stored now, or what a draft that came back says (Draft's onVersion). */
export function useFilledFrom<Version>(stored: Version): [Version, (version: Version) => void] {
  const [kept, setKept] = useState({ stored, from: stored });
  if (kept.stored !== stored) setKept({ stored, from: stored });
  return [kept.from, (from) => setKept({ stored, from })];
}
