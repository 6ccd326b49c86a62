import { useState } from "react";
import { t } from "~/i18n/text";
import { Icon } from "../icon";

/**
 * Copies a text to the clipboard with feedback. `label`: "Copy phone". Hidden without JavaScript,
 * where the text can be selected.
 */
export function CopyIcon({ text, label }: { text: string; label: string }) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setIsCopied(true);
  };
  return (
    <>
      <button
        type="button"
        className="inline-grid flex-none place-items-center size-7 p-0 border-0 rounded-md bg-transparent text-muted cursor-pointer hover:bg-hover hover:text-text max-md:size-10 needs-script no-print"
        aria-label={label}
        title={isCopied ? t("Copied") : label}
        onClick={() => void copy()}
        onBlur={() => setIsCopied(false)}
      >
        <Icon name={isCopied ? "check" : "copy"} size={16} />
      </button>
      <span role="status" className="hidden-text">
        {isCopied && t("Copied")}
      </span>
    </>
  );
}
