interface PictureProps {
  /** File name in public/images, without its theme and extension. */
  name: string;
  alt: string;
  /** A picture of a light website. */
  isLight?: boolean;
  /** Shown with the first view, so not loaded later. */
  isFirst?: boolean;
  /** The part that phones show, enlarged: next to the navigation, the middle, or the end of the line. */
  onPhones?: keyof typeof ON_PHONES;
}

const ON_PHONES = {
  content: "max-sm:w-[220%] max-sm:max-w-none max-sm:-ms-[42%]",
  middle: "max-sm:w-[170%] max-sm:max-w-none max-sm:-ms-[56%]",
  end: "max-sm:w-[200%] max-sm:max-w-none max-sm:-ms-[100%]",
};

/** A picture of the demo company, 1280 × 860, in the reader's theme. */
export function Picture({
  name,
  alt,
  isLight = false,
  isFirst = false,
  onPhones = "content",
}: PictureProps) {
  return (
    <picture className="block overflow-hidden border border-line rounded-lg shadow-raised max-sm:aspect-4/3">
      {!isLight && (
        <source media="(prefers-color-scheme: dark)" srcSet={`/images/${name}-dark.webp`} />
      )}
      <img
        src={`/images/${name}.webp`}
        alt={alt}
        width={1280}
        height={860}
        loading={isFirst ? undefined : "lazy"}
        className={`block w-full h-auto ${ON_PHONES[onPhones]}`}
      />
    </picture>
  );
}
