import { t } from "~/i18n/text";
import { ImageForm } from "~/ui/form/image-form";
import styles from "~/ui/services/service-page.module.css";
import { servicePath } from "~/ui/services/service-view";

interface ServiceImageProps {
  id: string;
  name: string;
  /** The address of the image that is there; null: none. */
  image: string | null;
}

/** The image of a service, which is saved by itself. */
export function ServiceImage({ id, name, image }: ServiceImageProps) {
  const path = servicePath(id, "image");
  return (
    <section aria-labelledby="image" className={styles.image}>
      <h2 id="image">{t("Image")}</h2>
      <ImageForm action={path} removeAt={path} image={image} alt={t("Image of {name}", { name })} />
    </section>
  );
}
