interface PictureProps {
  /** File name in public/images, without its theme and extension. */
  name: string;
  alt: string;
  /** A picture of a light website. */
  isLight?: boolean;
  /** Shown with the first view, so not loaded later. */
  isFirst?: boolean;
}

/** A picture of the demo company, 1280 × 860, in the reader's theme. */
export function Picture({ name, alt, isLight = false, isFirst = false }: PictureProps) {
  return (
    <picture>
      {!isLight && (
        <source media="(prefers-color-scheme: dark)" srcSet={`/images/${name}-dark.webp`} />
      )}
      <img
        src={`/images/${name}.webp`}
        alt={alt}
        width={1280}
        height={860}
        loading={isFirst ? undefined : "lazy"}
        className="block w-full h-auto border border-line rounded-lg shadow-raised"
      />
    </picture>
  );
}
