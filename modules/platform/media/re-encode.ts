import { lastOf } from '#shared/collections.ts'
import sharp from 'sharp'
import { Problem } from '#shared/problem.ts'
import { uploadLimits, widths } from './rules/limits.ts'
import { formatOf, isHeic, withAvifBrands, type PictureFormat } from './rules/signature.ts'

/** Names of the formats in sharp. */
const opened: Readonly<Record<PictureFormat, string>> = {
  jpeg: 'jpeg',
  png: 'png',
  gif: 'gif',
  webp: 'webp',
  avif: 'heif',
}

export type ReencodedPicture = { readonly bytes: Buffer; readonly width: number; readonly height: number }

/** Decoding needs memory in proportion to the pixels, so a process decodes one picture at a time. */
let last: Promise<unknown> = Promise.resolve()

/**
 * Re-encodes the pixels of an upload. Nothing else is kept: no location (EXIF, GPS), profile or hidden data, and only
 * the first frame of an animation. Throws `picture-not-readable`, `picture-heic` or `picture-too-large` before decoding (security-8).
 */
export function reencode(bytes: Uint8Array): Promise<ReencodedPicture> {
  const mine = last.then(() => reencodeNow(bytes))
  last = mine.catch(() => undefined)
  return mine
}

async function reencodeNow(bytes: Uint8Array): Promise<ReencodedPicture> {
  if (bytes.length > uploadLimits.bytes) throw new Problem('validation', 'picture-too-large', { status: 413 })
  const format = formatOf(bytes)
  if (!format) throw new Problem('validation', isHeic(bytes) ? 'picture-heic' : 'picture-not-readable')
  try {
    const picture = sharp(format === 'avif' ? withAvifBrands(bytes) : bytes, {
      limitInputPixels: uploadLimits.pixels,
      failOn: 'truncated',
      pages: 1,
    })
    const known = await picture.metadata()
    if (known.format !== opened[format]) throw new Problem('validation', 'picture-not-readable')
    if (known.width * known.height > uploadLimits.pixels) throw new Problem('validation', 'picture-too-large')
    const side = lastOf(widths)
    const { data, info } = await picture
      .autoOrient()
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer({ resolveWithObject: true })
    return { bytes: data, width: info.width, height: info.height }
  } catch (error) {
    if (error instanceof Problem) throw error
    throw new Problem('validation', /pixel limit/i.test(String(error)) ? 'picture-too-large' : 'picture-not-readable')
  }
}
