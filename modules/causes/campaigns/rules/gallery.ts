/** Maximum number of pictures in a fundraiser's gallery, without its cover (content-30). */
export const galleryMax = 8

/**
 * A picture of a fundraiser's gallery. `x` and `y` are its focal point in whole per cent from the left and upper edge,
 * which stays visible if the picture is cropped.
 */
export type GalleryPicture = { readonly id: string; readonly alt: string; readonly x: number; readonly y: number }

/** Returns a picture without a description, focused on its middle. */
export const newGalleryPicture = (id: string): GalleryPicture => ({ id, alt: '', x: 50, y: 50 })

/** Returns the CSS `object-position` of a focal point. */
export const objectPosition = ({ x, y }: Pick<GalleryPicture, 'x' | 'y'>): string => `${x}% ${y}%`

/** Adds a picture to the end of the gallery, unless the gallery already contains it or is full. */
export const withPicture = (gallery: readonly GalleryPicture[], id: string): GalleryPicture[] =>
  gallery.length >= galleryMax || gallery.some((picture) => picture.id === id)
    ? [...gallery]
    : [...gallery, newGalleryPicture(id)]

/** Moves the picture at `index` one place earlier; the first one stays. */
export const moveEarlier = (gallery: readonly GalleryPicture[], index: number): GalleryPicture[] => {
  const [before, moved] = [gallery[index - 1], gallery[index]]
  return before && moved ? gallery.with(index - 1, moved).with(index, before) : [...gallery]
}
