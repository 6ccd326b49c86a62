import type { ReactNode } from "react";
import type { NeededVariable } from "~/domain/email/mails";
import { t } from "~/i18n/text";
import { Notice } from "~/ui/feedback/notice";
import { MISSING } from "../../mail-words";

/** Warns what guests can't do if a text omits a required variable. */
export function MissingNotice({
  variable,
  children,
}: {
  variable: NeededVariable;
  children?: ReactNode;
}) {
  return (
    <Notice tone="info">
      <div className="flex flex-wrap gap-x-3 gap-y-2 items-center">
        <span className="flex-[1_1_14rem]">{t(MISSING[variable])}</span>
        {children}
      </div>
    </Notice>
  );
}
