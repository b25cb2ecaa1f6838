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
  if (begins(bytes, 4, 'ftypavif') || begins(bytes, 4, 'ftypavis')) return 'avif'
  return undefined
}

/** Whether the bytes begin and end like a PDF. The contents aren't checked. */
export const isPdf = (bytes: Uint8Array): boolean =>
  /^%PDF-[12]\.\d/.test(textAt(bytes, 0, 8)) &&
  textAt(bytes, Math.max(0, bytes.length - 1024), bytes.length).includes('%%EOF')

const textAt = (bytes: Uint8Array, from: number, until: number): string =>
  String.fromCharCode(...bytes.subarray(from, until))
