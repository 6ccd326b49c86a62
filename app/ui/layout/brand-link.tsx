/** The product's logo and name, linking to the home page, which loads as a document. */
export function BrandLink() {
  return (
    <a
      href="/"
      className="inline-flex gap-2.5 items-center min-h-10 text-text text-lg font-semibold no-underline"
    >
      <svg width="28" height="28" viewBox="0 0 28 28" aria-hidden="true" focusable="false">
        <rect width="28" height="28" rx="7" fill="#3455c4" />
        <rect x="6" y="7" width="7" height="6" rx="1.5" fill="#fff" opacity="0.55" />
        <rect x="6" y="15" width="7" height="6" rx="1.5" fill="#fff" />
        <rect x="15" y="7" width="7" height="14" rx="1.5" fill="#fff" />
      </svg>
      Booking Service
    </a>
  );
}
