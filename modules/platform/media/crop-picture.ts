import sharp from 'sharp'
import { keyOf } from './keep-picture.ts'
import type { MediaPorts } from './port.ts'
import { middleOf } from './rules/middle.ts'

/**
 * The part of a kept picture that the eye goes to first, exactly so large, on a ground where it is see-through.
 * Undefined when there is none; throws when the store cannot be reached or the file is no picture any more.
 */
export async function cropPicture(
  ports: Pick<MediaPorts, 'files'>,
  id: string,
  of: { readonly width: number; readonly height: number; readonly ground: string },
): Promise<Buffer | undefined> {
  const bytes = await ports.files.get(keyOf(id))
  if (!bytes) return undefined
  const picture = sharp(bytes, { failOn: 'error' })
  const middle = middleOf(await picture.metadata(), of)
  return (middle ? picture.extract(middle) : picture)
    .resize(of.width, of.height, { fit: 'cover', position: sharp.strategy.attention })
    .flatten({ background: of.ground })
    .png({ compressionLevel: 1 })
    .toBuffer()
}
