export type PictureFormat = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif'

const begins = (bytes: Uint8Array, position: number, text: string): boolean =>
  [...text].every((sign, place) => bytes[position + place] === sign.charCodeAt(0))

/**
 * Detects the format from the first bytes (security-8), not from the name or type: a raster format, or undefined. SVG,
 * which can run scripts, isn't detected.
 */
export function formatOf(bytes: Uint8Array): PictureFormat | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg'
  if (bytes[0] === 0x89 && begins(bytes, 1, 'PNG\r\n\u001a\n')) return 'png'
  if (begins(bytes, 0, 'GIF87a') || begins(bytes, 0, 'GIF89a')) return 'gif'
  if (begins(bytes, 0, 'RIFF') && begins(bytes, 8, 'WEBP')) return 'webp'
  const brands = brandsOf(bytes)
  return brands.some((brand) => avifBrands.has(brand)) && !isHeic(bytes) ? 'avif' : undefined
}

/**
 * Brands of AVIF files. Many programs write `mif1` or `miaf` first, which say only that it is a picture in this container.
 */
const avifBrands: ReadonlySet<string> = new Set(['avif', 'avis', 'mif1', 'miaf', 'MA1A', 'MA1B'])
const heicBrands: ReadonlySet<string> = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs'])

/** Returns the major and the compatible brands of a file in the ISO base media format (ISO/IEC 14496-12). */
function brandsOf(bytes: Uint8Array): string[] {
  if (!begins(bytes, 4, 'ftyp')) return []
  const [a = 0, b = 0, c = 0, d = 0] = bytes
  const size = Math.min(((a << 24) | (b << 16) | (c << 8) | d) >>> 0, bytes.length, 512)
  const places = [8, ...Array.from({ length: Math.max(0, Math.floor((size - 16) / 4)) }, (_, index) => 16 + 4 * index)]
  return places.map((place) => textAt(bytes, place, place + 4))
}

/** Whether it is a HEIC picture, as iPhones take them, which can't be decoded without patented code. */
export const isHeic = (bytes: Uint8Array): boolean => {
  const brands = brandsOf(bytes)
  return (
    brands.some((brand) => heicBrands.has(brand)) ||
    (brands.includes('mif1') && textAt(bytes, 0, Math.min(bytes.length, 4096)).includes('hvc1'))
  )
}

/** Returns an AVIF file with `avif` as its brands, because the decoder refuses others. */
export function withAvifBrands(bytes: Uint8Array): Uint8Array {
  const copy = Uint8Array.from(bytes)
  for (const place of brandsOf(bytes).length > 1 ? [8, 16] : [8]) copy.set(new TextEncoder().encode('avif'), place)
  return copy
}

/** Whether the bytes begin and end like a PDF. The contents aren't checked. */
export const isPdf = (bytes: Uint8Array): boolean =>
  /^%PDF-[12]\.\d/.test(textAt(bytes, 0, 8)) &&
  textAt(bytes, Math.max(0, bytes.length - 1024), bytes.length).includes('%%EOF')

const textAt = (bytes: Uint8Array, from: number, until: number): string =>
  String.fromCharCode(...bytes.subarray(from, until))
