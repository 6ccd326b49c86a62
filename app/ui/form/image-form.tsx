import { Form } from "@remix-run/react";
import { t } from "~/i18n/text";
import { Button } from "../kit/button";
import { FILE_INPUT } from "../kit/inputs";

interface ImageFormProps {
  /** Upload URL. */
  action: string;
  /** Delete URL; defaults to the page itself. */
  removeAt?: string;
  /** URL of the current image; null for none. */
  image: string | null;
  alt: string;
}

/** Uploads, replaces or removes an image. Posts as a full page, so it works before JavaScript. */
export function ImageForm({ action, removeAt, image, alt }: ImageFormProps) {
  return (
    <div className="flex flex-col gap-3 items-start">
      {image !== null && (
        <img
          className="max-w-[min(16rem,100%)] max-h-48 rounded-[0.625rem]"
          src={image}
          alt={alt}
        />
      )}
      <Form
        method="post"
        action={action}
        encType="multipart/form-data"
        className="flex flex-wrap gap-3 items-end max-w-full"
        reloadDocument
      >
        <label className="flex flex-col gap-1 max-w-full text-muted text-sm">
          {t("PNG, JPEG or WebP, at most 2 MB")}
          <input
            type="file"
            name="file"
            accept="image/png,image/jpeg,image/webp"
            className={FILE_INPUT}
            required
          />
        </label>
        <Button type="submit">{image === null ? t("Upload image") : t("Replace image")}</Button>
      </Form>
      {image !== null && (
        <Form method="post" action={removeAt} reloadDocument={removeAt !== undefined}>
          <Button type="submit" name="intent" value="no_image">
            {t("Remove image")}
          </Button>
        </Form>
      )}
    </div>
  );
}
