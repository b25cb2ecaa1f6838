import sharp from 'sharp'
import type { Ports } from '#shared/ports.ts'
import { deletePicture, findPicture, insertAccountPicture } from './login/external-queries.ts'

const side = 500
const bytesMax = 5 * 1024 * 1024
const pixelsMax = 40_000_000

/**
 * Fetches the profile picture from a login provider once and stores it re-encoded: no original bytes, no location, at
 * most 500 by 500 pixels (S1 §7; security-8). Throws if it can't be fetched, so that the job retries.
 */
export async function fetchPicture(
  ports: Ports,
  ask: (url: string, init: RequestInit) => Promise<Response>,
  input: { accountId: string; url: string },
): Promise<void> {
  const answer = await ask(input.url, { redirect: 'error', signal: AbortSignal.timeout(10_000) })
  if (!answer.ok) throw new Error(`the picture could not be had: ${answer.status}`)
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of answer.body ?? []) {
    bytes += part.length
    if (bytes > bytesMax) return ports.log.warn({ accountId: input.accountId }, 'a picture was too large and left out')
    parts.push(part)
  }
  const image = await smallPicture(Buffer.concat(parts))
  if (!image) return ports.log.warn({ accountId: input.accountId }, 'a picture could not be read and was left out')
  await ports.write((tx) => insertAccountPicture(tx, { accountId: input.accountId, image, at: ports.clock() }))
}

async function smallPicture(bytes: Buffer): Promise<Buffer | undefined> {
  try {
    const picture = sharp(bytes, { limitInputPixels: pixelsMax, failOn: 'error' })
    // Accepts photographs only; formats that can run or load something are refused.
    if (!['jpeg', 'png', 'webp'].includes((await picture.metadata()).format ?? '')) return undefined
    return await picture
      .rotate()
      .resize(side, side, { fit: 'cover', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer()
  } catch {
    return undefined
  }
}

/** Returns the picture as WebP, if there is one. */
export const accountPictureOf = (ports: Ports, accountId: string): Promise<Buffer | undefined> =>
  findPicture(ports.db, accountId)

/** Returns whether there was one. */
export const removePicture = (ports: Ports, accountId: string): Promise<boolean> =>
  ports.write((tx) => deletePicture(tx, accountId))
