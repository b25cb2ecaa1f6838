/** The most pictures a fundraiser shows beside its cover (content-30). */
export const galleryMax = 8

/**
 * An uploaded picture of a fundraiser's gallery. `x` and `y`: its focal point in whole per cent from its left and upper
 * edge, which stays visible where the picture is cropped.
 */
export type GalleryPicture = { readonly id: string; readonly alt: string; readonly x: number; readonly y: number }

/** A picture without a description, focused on its middle. */
export const newGalleryPicture = (id: string): GalleryPicture => ({ id, alt: '', x: 50, y: 50 })

/** The value of CSS `object-position` for a focal point. */
export const objectPosition = ({ x, y }: Pick<GalleryPicture, 'x' | 'y'>): string => `${x}% ${y}%`

/** The gallery with one more picture at its end; the same one if it has the picture already, or is full. */
export const withPicture = (gallery: readonly GalleryPicture[], id: string): GalleryPicture[] =>
  gallery.length >= galleryMax || gallery.some((picture) => picture.id === id)
    ? [...gallery]
    : [...gallery, newGalleryPicture(id)]

/** The gallery with the picture at `index` one place earlier; the first one stays. */
export const movedEarlier = (gallery: readonly GalleryPicture[], index: number): GalleryPicture[] => {
  const [before, moved] = [gallery[index - 1], gallery[index]]
  return before && moved ? gallery.with(index - 1, moved).with(index, before) : [...gallery]
}
