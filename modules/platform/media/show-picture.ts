import sharp from 'sharp'
import { pictureKey } from './save-picture.ts'
import type { MediaPorts } from './port.ts'
import { widths, type Width } from './rules/limits.ts'
import { middleOf } from './rules/middle.ts'

export type ShownAs = { readonly kind: 'webp'; readonly width: Width } | { readonly kind: 'png' }

const preview = { width: 1200, height: 630 } as const

export const isWidth = (width: number): width is Width => widths.includes(width as Width)

/** Returns a stored picture in the requested size; undefined if there is none. A PNG has the size of a link preview. */
export async function showPicture(ports: MediaPorts, id: string, as: ShownAs): Promise<Buffer | undefined> {
  const bytes = await ports.files.get(pictureKey(id))
  if (!bytes) return undefined
  const picture = sharp(bytes, { failOn: 'error' })
  if (as.kind === 'webp')
    return picture.resize(as.width, undefined, { withoutEnlargement: true }).webp({ quality: 78 }).toBuffer()
  const middle = middleOf(await picture.metadata(), preview)
  return (middle ? picture.extract(middle) : picture)
    .resize(preview.width, preview.height, { fit: 'cover' })
    .png({ palette: true, quality: 90 })
    .toBuffer()
}
