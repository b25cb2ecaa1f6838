import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { artworkUrl, categories } from '#modules/causes/campaigns/rules/category.ts'
import { chooseArtwork } from '#modules/platform/media/artwork/artwork.ts'
import { artworkCategories } from '#modules/platform/media/artwork/scenes.ts'
import { isProblem } from '#shared/problem.ts'
import { organizations } from '#demo/organizations.ts'
import { registerArtwork } from './artwork.ts'

let fastify: FastifyInstance
let paintedCount = 0
let now = 90_000
beforeAll(() => {
  fastify = Fastify()
  fastify.setErrorHandler((error, _request, reply) => reply.code(isProblem(error) ? error.status : 500).send())
  // These tests don't need real picture bytes.
  registerArtwork(fastify, { paint: async () => Buffer.from(String((paintedCount += 1))), now: () => now })
})
afterAll(() => fastify.close())
const get = (url: string, remoteAddress = '203.0.113.8') => fastify.inject({ url, remoteAddress })

test('limits pictures painted per network address and minute; cached ones stay available', async () => {
  const urls = Array.from({ length: 900 }, (_, index) => {
    const category = categories[index % categories.length]
    return `/art/made-up-${index}.webp?c=${category}&w=${[480, 960, 1600][index % 3]}`
  })
  const accepted: string[] = []
  const statuses = new Set<number>()
  for (const url of urls) {
    const { statusCode } = await get(url, '203.0.113.7')
    statuses.add(statusCode)
    if (statusCode === 200) accepted.push(url)
  }
  expect([...statuses].toSorted((a, b) => a - b)).toEqual([200, 429])
  expect(paintedCount).toBe(300)
  const refused = urls.find((url) => !accepted.includes(url))!
  expect((await get(accepted.at(-1)!, '203.0.113.7')).statusCode).toBe(200)
  expect((await get(refused, '203.0.113.8')).statusCode).toBe(200)
  expect(paintedCount).toBe(301)
  now = 125_000
  const another = urls.findLast((url) => !accepted.includes(url))!
  expect((await get(another, '203.0.113.7')).statusCode).toBe(200)
})

test('paints one picture for all fundraisers that share its scene, composition and palette', async () => {
  const slugs = Array.from({ length: 400 }, (_, index) => `pasture-${index}`)
  const first = slugs[0]!
  const same = slugs.slice(1).find((slug) => {
    const [one, other] = [chooseArtwork(first, 'qurbani'), chooseArtwork(slug, 'qurbani')]
    return one.composition === other.composition && one.palette === other.palette
  })!
  const body = (await get(`/art/${first}.webp?c=qurbani&w=960`)).body
  expect((await get(`/art/${same}.webp?c=qurbani&w=960`)).body).toBe(body)
})

test('a picture is cached for ever at its versioned URL and for minutes at others', async () => {
  const cacheOf = async (url: string) => (await get(url)).headers['cache-control']
  const current = artworkUrl('clean-water', 'water')
  expect(await cacheOf(`${current}&w=480`)).toBe('public, max-age=31536000, immutable')
  expect(await cacheOf('/art/clean-water.webp?c=water')).toBe('public, max-age=300')
  expect(await cacheOf(`${current.replace(/v=\d+/, 'v=0')}&w=480`)).toBe('public, max-age=300')
})

test('refuses unknown causes and widths', async () => {
  for (const url of ['/art/a.webp?c=unknown', '/art/a.webp?w=481', '/art/a.svg', '/art/a%2Fb.webp'])
    expect((await get(url)).statusCode, url).toBe(404)
})

test('every cause has scenes', () => {
  expect([...artworkCategories].toSorted()).toEqual([...categories].toSorted())
})

test('no two fundraisers of the demo share scene, composition and palette', () => {
  const demo = organizations.flatMap(({ slug, fund, campaigns }) => [{ slug, category: fund.category }, ...campaigns])
  const shared = Map.groupBy(
    [...demo, { slug: 'driving-lessons-on-the-home-page', category: 'refugees' }],
    ({ slug, category }) => Object.values(chooseArtwork(slug, category)).join(' '),
  )
  const repeated = [...shared].filter(([, fundraisers]) => fundraisers.length > 1)
  // After a change of the demo data, choose another `salt` in modules/platform/media/artwork/artwork.ts and increase its version.
  expect(repeated).toEqual([])
})
