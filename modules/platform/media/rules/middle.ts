type Size = { readonly width: number; readonly height: number }

/** A picture that covers its place is opened so large at most, in pixels. */
const pixelsMax = 40_000_000

/**
 * The middle of a picture that is far longer than its place, in the place's shape; undefined: all of it can be looked
 * at. To cover the place a line of pixels would be made as many times longer as it is made wider, which are gigapixels
 * of which nearly all are cut off.
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
