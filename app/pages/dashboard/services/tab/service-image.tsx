import { t } from "~/i18n/text";
import { ImageForm } from "~/ui/form/image-form";
import { servicePath } from "~/ui/services/service-view";

interface ServiceImageProps {
  id: string;
  name: string;
  /** URL of the current image; null for none. */
  image: string | null;
}

/** The service's image, saved separately. */
export function ServiceImage({ id, name, image }: ServiceImageProps) {
  const path = servicePath(id, "image");
  return (
    <section aria-labelledby="image" className="flex flex-col gap-3 mt-6 pt-5 border-t border-line">
      <h2 id="image" className="m-0 text-lg font-semibold">
        {t("Image")}
      </h2>
      <ImageForm
        action={path}
        removeAt={path}
        image={image}
        alt={t("Image of {{name}}", { name })}
      />
    </section>
  );
}
