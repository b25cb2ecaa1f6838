import { deleteOldest } from '#shared/collections.ts'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { type Artwork, chooseArtwork, drawArtwork } from '#modules/platform/media/artwork/artwork.ts'
import { artworkCategories } from '#modules/platform/media/artwork/scenes.ts'
import { artworkVersion } from '#modules/platform/media/rules/artwork-version.ts'
import { addressKey } from '#shared/network.ts'
import { Problem } from '#shared/problem.ts'

const widths = [480, 960, 1600] as const
const cacheMax = 300
/**
 * Maximum number of pictures painted for one network address per minute, because painting takes processor time. Cached
 * pictures don't count.
 */
const paintedMax = 300

// Each picture is painted once, so libvips doesn't need its cache of up to 50 MB.
sharp.cache(false)

type Paint = (svg: string, as: { readonly kind: 'webp' | 'png'; readonly width: number }) => Promise<Buffer>

const painted: Paint = (drawing, { kind, width }) => {
  const svg = sharp(Buffer.from(drawing))
  return kind === 'webp'
    ? svg.resize(width).webp({ quality: 78 }).toBuffer()
    : svg.resize(1200, 630, { fit: 'cover' }).png({ palette: true, quality: 90 }).toBuffer()
}

/**
 * Registers `/art/<slug>.webp?c=<cause>&v=<version>&w=<width>` for pages and mails, and `/art/<slug>.png` for old link
 * previews. Each scene in its composition and palette is painted once, then cached. A URL without the current version
 * may be cached for minutes only.
 */
export function registerArtwork(
  fastify: FastifyInstance,
  { paint = painted, now = () => performance.now() }: { readonly paint?: Paint; readonly now?: () => number } = {},
): void {
  const cache = new Map<string, Promise<Buffer>>()
  const counted = { minute: 0, by: new Map<string, number>() }

  function limitPaintings(ip: string): void {
    const minute = Math.floor(now() / 60_000)
    if (counted.minute !== minute) [counted.minute, counted.by] = [minute, new Map()]
    const count = (counted.by.get(addressKey(ip)) ?? 0) + 1
    counted.by.set(addressKey(ip), count)
    if (count > paintedMax) throw new Problem('rate-limit', 'rate-limited', { retryAfterSeconds: 60 })
  }

  async function once(key: string, ip: string, make: () => Promise<Buffer>): Promise<Buffer> {
    const known = cache.get(key)
    if (known) return known
    limitPaintings(ip)
    const painting = make()
    painting.catch(() => cache.delete(key))
    cache.set(key, painting)
    if (cache.size > cacheMax) deleteOldest(cache)
    return painting
  }

  fastify.get<{ Params: { file: string }; Querystring: { c?: string; v?: string; w?: string } }>(
    '/art/:file',
    async (request, reply) => {
      const match = /^([\p{L}\p{N}-]{1,200})\.(webp|png)$/u.exec(request.params.file)
      const category = request.query.c ?? 'mosque'
      const width = Number(request.query.w ?? 960)
      if (!match || !artworkCategories.includes(category) || !widths.includes(width as 480))
        throw new Problem('not-found', 'not-found')
      const [, slug, kind] = match as unknown as [string, string, 'webp' | 'png']
      const artwork = chooseArtwork(slug, category)
      const picture = await once(keyOf(artwork, kind, width), request.ip, () =>
        paint(drawArtwork(artwork), { kind, width }),
      )
      const isCurrent = request.query.v === String(artworkVersion)
      return reply
        .type(`image/${kind}`)
        .header('cache-control', isCurrent ? 'public, max-age=31536000, immutable' : 'public, max-age=300')
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(picture)
    },
  )

  fastify.get('/icon.svg', async (_request, reply) =>
    reply.type('image/svg+xml').header('cache-control', 'public, max-age=86400').send(icon),
  )
}

const keyOf = ({ scene, composition, palette }: Artwork, kind: 'webp' | 'png', width: number): string =>
  `${scene}-${composition}-${palette}.${kind === 'png' ? kind : width}`

const grain = (x: number, y: number, turn: number) =>
  `<ellipse cx="${x}" cy="${y}" rx="2.5" ry="4.6" transform="rotate(${turn} ${x} ${y})"/>`
const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M16 31V9" stroke="#2C633D" stroke-width="1.8" stroke-linecap="round"/><g fill="#2C633D">${[22, 16.6, 11.2].map((y) => grain(11.4, y, -34) + grain(20.6, y, 34)).join('')}</g><ellipse cx="16" cy="6" rx="2.7" ry="5" fill="#DA9D0D"/></svg>`
