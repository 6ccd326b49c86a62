import { useField } from "@conform-to/react";
import { Link } from "@remix-run/react";
import { list, plural, t } from "~/i18n/text";
import { Notice } from "~/ui/feedback/notice";
import { FormSection, FieldRow } from "~/ui/kit/form";
import { CheckboxField, SelectField, TextAreaField, TextField } from "~/ui/form/fields";

const LONGEST_DESCRIPTION = 2000;

/** A service's description and location. */
export function DetailsFields({
  categories,
  without_meetings,
}: {
  categories: readonly string[];
  /** Resources whose calendar can't create a meeting. */
  without_meetings: readonly string[];
}) {
  return (
    <>
      <FormSection title={t("Details")}>
        <TextField name="name" label={t("Name")} />
        <Description />
        <TextField
          name="category"
          label={t("Category")}
          list="categories"
          placeholder={t("None")}
        />
        <datalist id="categories">
          {categories.map((category) => (
            <option key={category} value={category} />
          ))}
        </datalist>
        <CheckboxField
          name="private"
          label={t("Private")}
          note={t("Hidden. Bookable by staff or by link.")}
        />
      </FormSection>
      <FormSection className="group/place" title={t("Location")}>
        <FieldRow narrow>
          <SelectField name="location.kind" label={t("Place")} options={placeKinds()} />
          <TextField
            name="location.text"
            label={t("Address or link")}
            className="group-[:not(:has(select_option:is([value='address'],[value='video\_url']):checked))]/place:hidden"
          />
        </FieldRow>
        {without_meetings.length > 0 && (
          <div className="group-[:not(:has(select_option[value='online\_meeting']:checked))]/place:hidden">
            <NoMeetings names={without_meetings} />
          </div>
        )}
      </FormSection>
    </>
  );
}

const MAX_NAMES = 5;

/** Shown while the location is an online meeting. */
function NoMeetings({ names }: { names: readonly string[] }) {
  const shown = list(names.slice(0, MAX_NAMES));
  const others = names.length - MAX_NAMES;
  return (
    <Notice tone="info">
      {t(
        "No meeting link for {{names}}: connect a Google or Microsoft calendar that receives their bookings.",
        {
          names:
            others > 0
              ? plural(others, "{{guests}} and {{count}} more", "{{guests}} and {{count}} more", {
                  guests: shown,
                })
              : shown,
        },
      )}{" "}
      <Link to="/dashboard/settings/calendars">{t("Connected calendars")}</Link>
    </Notice>
  );
}

/** Character count of the description, with JavaScript. */
function Description() {
  const [{ value }] = useField<string>("description");
  const used = [...(value ?? "")].length;
  return (
    <TextAreaField
      name="description"
      label={t("Description")}
      rows={4}
      description={t("{{used}} of {{most}} characters", { used, most: LONGEST_DESCRIPTION })}
    />
  );
}

const placeKinds = () => [
  { value: "", label: t("Not stated") },
  { value: "here", label: t("At your address") },
  { value: "address", label: t("Another address") },
  { value: "phone", label: t("Phone call") },
  { value: "video_url", label: t("Video link") },
  { value: "jitsi", label: t("Video room, one per booking") },
  { value: "online_meeting", label: t("Google Meet or Teams") },
];
