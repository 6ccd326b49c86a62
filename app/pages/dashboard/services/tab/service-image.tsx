import { t } from "~/i18n/text";
import { ImageForm } from "~/ui/form/image-form";
import styles from "~/ui/services/service-page.module.css";
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
    <section aria-labelledby="image" className={styles.image}>
      <h2 id="image">{t("Image")}</h2>
      <ImageForm
        action={path}
        removeAt={path}
        image={image}
        alt={t("Image of {{name}}", { name })}
      />
    </section>
  );
}
