type Size = { readonly width: number; readonly height: number }

/** Maximum number of pixels of a picture that is enlarged to cover its box. */
const pixelsMax = 40_000_000

/**
 * Returns the middle of a picture that is far longer than its box, in the box's shape; undefined if the whole picture
 * can be analysed. A line of pixels would otherwise be scaled to gigapixels to cover the box, and nearly all of them
 * would be cut off.
 */
export function middleOf(
  picture: Size,
  place: Size,
): (Size & { readonly left: number; readonly top: number }) | undefined {
  const scale = Math.max(place.width / picture.width, place.height / picture.height)
  if (picture.width * picture.height * scale * scale <= pixelsMax) return undefined
  const part = (own: number, other: number, shape: number) => Math.min(own, Math.max(1, Math.round(other * shape)))
  const width = part(picture.width, picture.height, place.width / place.height)
  const height = part(picture.height, picture.width, place.height / place.width)
  return {
    width,
    height,
    left: Math.floor((picture.width - width) / 2),
    top: Math.floor((picture.height - height) / 2),
  }
}
