import sharp from 'sharp'
import { pictureKey } from './save-picture.ts'
import type { MediaPorts } from './port.ts'
import { middleOf } from './rules/middle.ts'

/**
 * Returns a stored picture cropped to exactly this size around its most salient part, on a background where it is
 * transparent. Undefined if there is none; throws if the store can't be reached or the file is damaged.
 */
export async function cropPicture(
  ports: Pick<MediaPorts, 'files'>,
  id: string,
  input: { readonly width: number; readonly height: number; readonly ground: string },
): Promise<Buffer | undefined> {
  const bytes = await ports.files.get(pictureKey(id))
  if (!bytes) return undefined
  const picture = sharp(bytes, { failOn: 'error' })
  const middle = middleOf(await picture.metadata(), input)
  return (middle ? picture.extract(middle) : picture)
    .resize(input.width, input.height, { fit: 'cover', position: sharp.strategy.attention })
    .flatten({ background: input.ground })
    .png({ compressionLevel: 1 })
    .toBuffer()
}
