import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { shareShapes } from '#modules/causes/campaigns/rules/share.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { savePicture } from '#modules/platform/media/save-picture.ts'
import { anOrganization } from '#modules/causes/organizations/testing.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

let installation: TestApp
let viewer: AccountViewer
const warnings: string[] = []
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'sunbul-share-'))
const fileOf = (coverId: string) => path.join(dataDir, 'media/pictures', `${coverId}.webp`)
beforeAll(async () => {
  const log = {
    debug: () => undefined,
    info: () => undefined,
    error: () => undefined,
    warn: (_: object, text: string) => void warnings.push(text),
  }
  installation = await createTestApp({ environment: { DATA_DIR: dataDir }, log })
  ;({ viewer } = await aSession(installation.app))
})
beforeEach(() => void warnings.splice(0))
afterAll(async () => {
  await installation.close()
  fs.rmSync(dataDir, { recursive: true, force: true })
})

/** Stores a picture of one colour as a cover. */
async function aCover(background: string, { width = 1200, height = 800 } = {}): Promise<string> {
  const bytes = await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
  return (await savePicture(installation.app, viewer, { bytes })).id
}
const covered = (id: bigint, coverId: string | null) =>
  installation.app.db
    .updateTable('campaigns.campaign')
    .set({ cover_id: coverId } as never)
    .where('id', '=', id)
    .execute()
const get = (url: string, headers: Record<string, string> = {}) => installation.fastify.inject({ url, headers })
const addressesOf = async (slug: string) => {
  const page = (await get(`/v4/campaign-pages/${slug}`)).json<{ previewImageUrl: string }>()
  const { result } = (await get(`/api/projectapi/instagramShare?slug=${slug}`)).json<{
    result: { story: string; post: string }
  }>()
  return { ...result, link: page.previewImageUrl }
}
const colourAt = async (picture: Buffer, left: number, top: number) => {
  const { data } = await sharp(picture)
    .extract({ left, top, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return [...data]
}
const isAbout = (colour: readonly number[], other: readonly number[]) =>
  colour.every((value, index) => Math.abs(value - other[index]!) < 12)
const [red, blue] = [
  [180, 40, 40],
  [30, 60, 190],
] as const
const css = (colour: readonly number[]) => `rgb(${colour.join(' ')})`
const luminance = (colour: readonly number[]) =>
  colour
    .map((value) => value / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
    .reduce((sum, value, index) => sum + value * [0.2126, 0.7152, 0.0722][index]!, 0)

test('a URL that the database can’t store is refused', async () => {
  expect((await installation.fastify.inject({ method: 'GET', url: '/share/%00/link.png' })).statusCode).toBe(400)
})

test('every image to share shows the cover, and without one the artwork', async () => {
  const campaign = await aCampaign(installation.app, { category: 'water' })
  const before = await addressesOf(campaign.slug)
  const art = await Promise.all(shareShapes.map(async (shape) => (await get(before[shape])).rawPayload))
  await covered(campaign.id, await aCover(css(red)))
  const after = await addressesOf(campaign.slug)
  for (const [index, shape] of shareShapes.entries()) {
    expect(before[shape]).toMatch(new RegExp(`/share/${campaign.slug}/${shape}\\.png\\?v=`))
    expect(after[shape]).toMatch(new RegExp(`/share/${campaign.slug}/${shape}\\.jpg\\?v=`))
    const response = await get(after[shape])
    const [was, is] = [await sharp(art[index]).metadata(), await sharp(response.rawPayload).metadata()]
    expect([is.width, is.height]).toEqual([was.width, was.height])
    expect([was.format, is.format, response.headers['content-type']]).toEqual(['png', 'jpeg', 'image/jpeg'])
    expect(isAbout(await colourAt(response.rawPayload, 540, 40), red), shape).toBe(true)
    expect(isAbout(await colourAt(art[index]!, 540, 40), red), shape).toBe(false)
    expect(response.rawPayload.length).toBeLessThan(600_000)
  }
})

test('each cover and title has its own URL, cached for ever; the bare URL is cached for minutes', async () => {
  const campaign = await aCampaign(installation.app)
  await covered(campaign.id, await aCover(css(red)))
  const first = await addressesOf(campaign.slug)
  const response = await get(first.post)
  expect(response.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  })
  await covered(campaign.id, await aCover(css(blue)))
  const second = await addressesOf(campaign.slug)
  expect(second.post).not.toBe(first.post)
  expect(isAbout(await colourAt((await get(second.post)).rawPayload, 540, 40), blue)).toBe(true)
  // The old URL shows the new cover and expires soon.
  const old = await get(first.post)
  expect(old.headers['cache-control']).toBe('public, max-age=300')
  expect(isAbout(await colourAt(old.rawPayload, 540, 40), blue)).toBe(true)
  const bare = await get(first.post.split('?')[0]!)
  expect(bare.headers).toMatchObject({ 'cache-control': 'public, max-age=300', etag: old.headers.etag })
  expect((await get(first.post, { 'if-none-match': String(old.headers.etag) })).statusCode).toBe(304)
  expect((await get(first.post, { 'if-none-match': String(response.headers.etag) })).statusCode).toBe(200)
  await installation.app.db
    .updateTable('campaigns.campaign')
    .set({ name: 'Another name' } as never)
    .where('id', '=', campaign.id)
    .execute()
  const third = await addressesOf(campaign.slug)
  expect(third.post).not.toBe(second.post)
})

test('artwork replaces an unreadable cover for seconds until it is readable again', async () => {
  const campaign = await aCampaign(installation.app)
  const plain = (await get((await addressesOf(campaign.slug)).link.replace('.png', '.jpg'))).rawPayload
  const coverId = await aCover(css(red))
  await covered(campaign.id, coverId)
  const { link } = await addressesOf(campaign.slug)
  const bytes = fs.readFileSync(fileOf(coverId))
  for (const broken of [undefined, Buffer.from('no picture'), bytes.subarray(0, 40)]) {
    if (broken) fs.writeFileSync(fileOf(coverId), broken)
    else fs.rmSync(fileOf(coverId))
    const response = await get(link)
    expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'public, max-age=30'])
    expect(response.rawPayload.equals(plain)).toBe(true)
  }
  expect(warnings).toHaveLength(3)
  fs.writeFileSync(fileOf(coverId), bytes)
  const shown = await get(link)
  expect(shown.headers['cache-control']).toContain('immutable')
  expect(isAbout(await colourAt(shown.rawPayload, 600, 40), red)).toBe(true)
})

test('a cover one pixel high is drawn like any other', async () => {
  const { id, slug } = await aCampaign(installation.app)
  for (const size of [
    { width: 1, height: 1600 },
    { width: 1600, height: 2 },
  ]) {
    const cover = await aCover(css(red), size)
    await covered(id, cover)
    const began = performance.now()
    for (const url of [`/share/${slug}/story.jpg`, `/share/${slug}/link.jpg`, `/media/${cover}.png`]) {
      const answer = await get(url)
      expect(answer.statusCode, url).toBe(200)
      if (url.includes('link')) expect(isAbout(await colourAt(answer.rawPayload, 600, 20), red)).toBe(true)
    }
    expect(performance.now() - began).toBeLessThan(5000)
  }
  expect(warnings).toEqual([])
}, 120_000)

test('an unreachable store doesn’t delay an image and is retried', async () => {
  const campaign = await aCampaign(installation.app)
  await covered(campaign.id, await aCover(css(blue)))
  const { story } = await addressesOf(campaign.slug)
  const { get: read } = installation.app.files
  installation.app.files.get = () => Promise.reject(new Error('the file store answered 503 to GET'))
  try {
    expect((await get(story)).headers['cache-control']).toBe('public, max-age=30')
  } finally {
    installation.app.files.get = read
  }
  expect(isAbout(await colourAt((await get(story)).rawPayload, 540, 40), blue)).toBe(true)
})

test('white text over a white photograph has 7:1 contrast in English and Arabic (WCAG 1.4.6)', async () => {
  const coverId = await aCover('#ffffff')
  for (const name of [
    'Clean water',
    'Eleven deep wells with solar pumps, pipes and taps for every household of the desert',
    'مياه نظيفة لقرى ثارباركار',
  ]) {
    const { id, slug } = await aCampaign(installation.app, { name })
    await covered(id, coverId)
    const { data, info } = await sharp((await get((await addressesOf(slug)).link)).rawPayload)
      .raw()
      .toBuffer({ resolveWithObject: true })
    const pixelAt = (x: number, y: number) => [
      ...data.subarray((y * info.width + x) * info.channels, (y * info.width + x) * info.channels + 3),
    ]
    // Pixels much lighter than the background at the edge belong to text.
    const rowsWithWords = Array.from({ length: info.height - 10 }, (_, y) => y).filter((y) => {
      const ground = luminance(pixelAt(20, y))
      return Array.from({ length: info.width - 60 }, (_, x) => luminance(pixelAt(x + 30, y))).some(
        (value) => value > ground + 0.4,
      )
    })
    expect(rowsWithWords.length).toBeGreaterThan(40)
    for (const y of rowsWithWords) expect(1.05 / (luminance(pixelAt(20, y)) + 0.05), `${name} ${y}`).toBeGreaterThan(7)
  }
})

test('a portrait crop keeps the most salient part of the picture', async () => {
  // A grey picture with a red area at its far right.
  const bytes = await sharp({ create: { width: 1600, height: 600, channels: 3, background: '#9aa09b' } })
    .composite([
      {
        input: await sharp({ create: { width: 120, height: 160, channels: 3, background: css(red) } })
          .png()
          .toBuffer(),
        left: 1440,
        top: 220,
      },
    ])
    .png()
    .toBuffer()
  const { id, slug } = await aCampaign(installation.app)
  await covered(id, (await savePicture(installation.app, viewer, { bytes })).id)
  const { data, info } = await sharp((await get((await addressesOf(slug)).story)).rawPayload)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const reds = Array.from({ length: data.length / info.channels }, (_, index) =>
    data.subarray(index * info.channels, index * info.channels + 3),
  ).filter(([r, g]) => r! > 150 && g! < 70)
  expect(reds.length).toBeGreaterThan(10_000)
})

test('Arabic text is right-aligned, and the longest names fit into the image', async () => {
  const inkAt = async (url: string) => {
    const { data, info } = await sharp((await get(url)).rawPayload)
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const [sides, outside] = [{ left: 0, right: 0 }, { count: 0 }]
    for (let y = 700; y < info.height; y++)
      for (let x = 0; x < info.width; x++)
        if (data[(y * info.width + x) * info.channels]! < 110) {
          if (x < info.width / 2) sides.left++
          else sides.right++
          if (x < 70 || x > info.width - 70 || y > info.height - 30) outside.count++
        }
    return { ...sides, outside: outside.count }
  }
  const { id: organization_id } = await anOrganization(installation.app, { name_ar: 'أمل للجميع' })
  const { post } = await addressesOf(
    (await aCampaign(installation.app, { organization_id, name: 'آبار', slug: 'a', language: 'ar' })).slug,
  )
  const arabic = await inkAt(post)
  expect((await get(post)).headers['cache-control']).toContain('immutable')
  expect(arabic.right).toBeGreaterThan(arabic.left)
  const english = await inkAt(
    (await addressesOf((await aCampaign(installation.app, { name: 'Wells', slug: 'b' })).slug)).post,
  )
  expect(english.left).toBeGreaterThan(english.right)
  const longest = await addressesOf(
    (await aCampaign(installation.app, { name: 'Wide words '.repeat(9), slug: `${'very-long-'.repeat(15)}slug` })).slug,
  )
  expect((await inkAt(longest.post)).outside).toBe(0)
})

test('drafts and unknown fundraisers have no images', async () => {
  const { slug } = await aCampaign(installation.app, { status: 0 })
  const open = await aCampaign(installation.app)
  for (const url of [
    `/share/${slug}/link.jpg`,
    `/share/${open.slug}/link.webp`,
    `/share/${open.slug}/other.png`,
    '/share/unknown/link.png',
  ])
    expect((await get(url)).statusCode).toBe(404)
})
