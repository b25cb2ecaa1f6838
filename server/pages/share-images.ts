import { deleteOldest, required } from '#shared/collections.ts'
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { artworkOf } from '#modules/platform/media/index.ts'
import { Problem } from '#shared/problem.ts'
import { campaignsServer } from '#modules/causes/campaigns/index-server.ts'
import { type ShareData, type ShareShape, shareVersion } from '#modules/causes/campaigns/rules/share.ts'
import { mediaServer } from '#modules/platform/media/index-server.ts'
import type { App } from '../app.ts'
import { readForRequest } from '../http/standby/recent-post.ts'
import { drawShareImage, type PictureOf, shareGround } from './share-drawing.ts'

type Kind = 'png' | 'jpg'
type Image = { readonly bytes: Buffer; readonly tag: string }

const cacheMax = 200
const forEver = 'public, max-age=31536000, immutable'
/** For a URL without the current version, because its image may change soon. */
const forMinutes = 'public, max-age=300'
/** While a cover can't be read, so that it appears soon after it can. */
const forSeconds = 'public, max-age=30'

/**
 * Registers `/share/<slug>/story.jpg`, `post.jpg` and `link.jpg` (or `.png`) of a public fundraiser (S1 §2.3), with its
 * cover, or its artwork if there is no readable cover. With `?v=` of the current version (rules/share.ts) the image may
 * be cached for ever, because another cover has another URL.
 */
export function registerShareImages(fastify: FastifyInstance, app: App): void {
  const imageOf = createImageCache(app)
  fastify.get<{ Params: { slug: string; file: string }; Querystring: { v?: string } }>(
    '/share/:slug/:file',
    async (request, reply) => {
      const [, shape, kind] = (/^(story|post|link)\.(png|jpg)$/.exec(request.params.file) ?? []) as unknown as [
        string,
        ShareShape,
        Kind,
      ]
      const shareData = shape
        ? await readForRequest(app, request, (used) => campaignsServer.findShareData(used, request.params.slug))
        : undefined
      if (!shareData) throw new Problem('not-found', 'not-found')
      const whole = await imageOf(shape, kind, shareData)
      const image = whole ?? required(await imageOf(shape, kind, { ...shareData, coverId: null }))
      const forWhole = request.query.v === shareVersion(shareData) ? forEver : forMinutes
      reply
        .header('cache-control', whole === undefined ? forSeconds : forWhole)
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('etag', image.tag)
      if (request.headers['if-none-match'] === image.tag) return reply.code(304).send()
      return reply.type(kind === 'png' ? 'image/png' : 'image/jpeg').send(image.bytes)
    },
  )
}

/**
 * Caches images; concurrent requests share one drawing. An image is undefined, and requested again the next time, if
 * its cover can't be read.
 */
function createImageCache(app: App) {
  const kept = new Map<string, Promise<Image | undefined>>()
  return (shape: ShareShape, kind: Kind, shareData: ShareData): Promise<Image | undefined> => {
    const key = `${shape}.${kind} ${shareVersion(shareData)} ${shareData.slug}`
    const known = kept.get(key)
    if (known) return known
    const drawing = draw(app, shape, kind, shareData)
    kept.set(key, drawing)
    drawing.then(
      (image) => image ?? kept.delete(key),
      () => kept.delete(key),
    )
    if (kept.size > cacheMax) deleteOldest(kept)
    return drawing
  }
}

async function draw(app: App, shape: ShareShape, kind: Kind, shareData: ShareData): Promise<Image | undefined> {
  const words = {
    fontsDir: app.fontsDir,
    productName: app.productName,
    address: `${app.origin.replace(/^https?:\/\//, '')}/campaign/${shareData.slug}`,
  }
  try {
    const image = await drawShareImage(
      shape,
      shareData,
      words,
      shareData.coverId ? coverOf(app, shareData.coverId) : artworkFor(shareData),
    )
    // A photograph is much larger as a full-colour PNG; artwork isn't.
    const png = shareData.coverId ? { palette: true, quality: 92 } : { compressionLevel: 7 }
    const bytes = await (
      kind === 'png' ? image.png(png) : image.jpeg({ quality: 84, chromaSubsampling: '4:4:4' })
    ).toBuffer()
    return { bytes, tag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` }
  } catch (error) {
    if (!(error instanceof CoverUnavailable)) throw error
    app.log.warn(
      { error: error.cause, pictureId: shareData.coverId, slug: shareData.slug },
      'a cover can’t be read; its share image shows the artwork',
    )
    return undefined
  }
}

class CoverUnavailable extends Error {}

const coverOf =
  (app: App, id: string): PictureOf =>
  async (size) => {
    const picture = await mediaServer.cropPicture(app, id, { ...size, ground: shareGround }).catch((cause: unknown) => {
      throw new CoverUnavailable('the cover cannot be read', { cause })
    })
    if (!picture) throw new CoverUnavailable('there is no such cover', { cause: 'no such file' })
    return picture
  }

const artworkFor =
  ({ slug, category }: ShareData): PictureOf =>
  (size) =>
    sharp(Buffer.from(artworkOf(slug, category, size)))
      .png({ compressionLevel: 1 })
      .toBuffer()
