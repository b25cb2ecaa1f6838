export type PictureFormat = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif'

const begins = (bytes: Uint8Array, at: number, text: string): boolean => [...text].every((sign, place) => bytes[at + place] === sign.charCodeAt(0))

/**
 * What the first bytes say a file is (trust.md S9), whatever its name or type claims: a picture of pixels, or undefined. SVG, which can run
 * scripts, has no such bytes and is none.
 */
export function formatOf(bytes: Uint8Array): PictureFormat | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg'
  if (bytes[0] === 0x89 && begins(bytes, 1, 'PNG\r\n\u001a\n')) return 'png'
  if (begins(bytes, 0, 'GIF87a') || begins(bytes, 0, 'GIF89a')) return 'gif'
  if (begins(bytes, 0, 'RIFF') && begins(bytes, 8, 'WEBP')) return 'webp'
  if (begins(bytes, 4, 'ftypavif') || begins(bytes, 4, 'ftypavis')) return 'avif'
  return undefined
}
