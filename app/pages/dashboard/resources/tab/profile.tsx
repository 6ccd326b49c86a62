import { useLocation, useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { t } from "~/i18n/text";
import { LinkButton } from "~/ui/kit/button";
import { PageHeader } from "~/ui/layout/page-header";
import { Tabs } from "~/ui/layout/tabs";
import {
  RESOURCE_TABS,
  RESOURCES_PATH,
  type ResourceTab,
  resourcePath,
} from "~/ui/resources/resource-path";
import { aboutResource } from "../about-resource";
import type { ResourcePageProps } from "./resource-view";

/** Picture, name, next free time, and the links to the pages of a resource. */
export function Profile({ resource, image, next_free, may_edit, may_block }: ResourcePageProps) {
  const { id, name, active, color } = resource;
  useSectionAddress(id);
  const about = aboutResource(resource);
  const free = next_free && t("next free {{time}}", { time: next_free.label });
  const aside = active
    ? [about, free].filter(Boolean).join(" · ")
    : t("{{resource}} · archived", { resource: about });
  const isSeen = (tab: ResourceTab) =>
    (tab !== "calendar" || may_block) && (tab !== "details" || may_edit);
  return (
    <>
      <div className="flex gap-4 items-center">
        {image === null ? (
          <span
            aria-hidden="true"
            className={`${PICTURE} grid place-items-center bg-quiet-soft text-quiet text-xl font-semibold`}
            style={{ borderColor: color ?? "transparent" }}
          >
            {[...name.trim()][0]?.toUpperCase()}
          </span>
        ) : (
          <img src={image} alt="" className={PICTURE} />
        )}
        <div className="flex-1 min-w-0">
          <PageHeader
            up={{ to: RESOURCES_PATH, name: t("Resources") }}
            title={<bdi>{name}</bdi>}
            aside={aside}
          >
            <LinkButton to={`/dashboard/calendar?resource=${id}`} icon="calendar">
              {t("Open calendar")}
            </LinkButton>
          </PageHeader>
        </div>
      </div>
      <Tabs
        label={name}
        tabs={RESOURCE_TABS.filter((tab) => isSeen(tab.name)).map((tab) => ({
          to: resourcePath(id, tab.name),
          label: t(tab.label),
        }))}
      />
    </>
  );
}

const PICTURE = "flex-none size-14 mt-2 mb-2 border-2 border-transparent rounded-full object-cover";

/** Sections of the page that the tabs replaced. */
const SECTIONS: Record<string, ResourceTab> = {
  "#hours": "hours",
  "#time-off": "time-off",
  "#calendars": "calendar",
};

/** Leads links to a section, such as bookmarks, to its page. */
function useSectionAddress(id: string): void {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const tab = SECTIONS[hash];
  useEffect(() => {
    if (tab !== undefined) void navigate(resourcePath(id, tab), { replace: true });
  }, [id, navigate, tab]);
}
