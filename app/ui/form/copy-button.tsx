import { Button, VisuallyHidden } from "@mantine/core";
import { useState } from "react";
import { t } from "~/i18n/text";
import { Icon } from "../icon";

/** Puts a text on the clipboard and says so; `what` completes "Copy …". Hidden without JavaScript: then the text can be selected. */
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
        variant="default"
        aria-label={t("Copy {what}", { what })}
        onClick={() => void copy()}
        leftSection={isCopied ? <Icon name="check" size={18} /> : null}
      >
        {isCopied ? t("Copied") : t("Copy")}
      </Button>
      <VisuallyHidden role="status">{isCopied ? t("Copied {what}", { what }) : ""}</VisuallyHidden>
    </>
  );
}
