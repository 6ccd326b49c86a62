import { useState } from "react";
import { t } from "~/i18n/text";
import { Button } from "../kit/button";

/**
 * Copies a text to the clipboard with feedback; `what` completes "Copy …". Hidden without
 * JavaScript, where the text can be selected.
 */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setIsCopied(true);
  };
  return (
    <>
      <Button
        className="needs-script"
        aria-label={t("Copy {{what}}", { what })}
        onClick={() => void copy()}
        icon={isCopied ? "check" : null}
      >
        {isCopied ? t("Copied") : t("Copy")}
      </Button>
      <span className="hidden-text" role="status">
        {isCopied ? t("Copied {{what}}", { what }) : ""}
      </span>
    </>
  );
}
