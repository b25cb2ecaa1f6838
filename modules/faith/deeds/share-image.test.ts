import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { consentTexts } from '#modules/trust/privacy/rules/consents.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { manualClock } from '#tests/support/ports.ts'
import type { ShareText } from './rules/share-text.ts'
import { drawDeedsImage } from './share-image.ts'
import { agreeToRecap, storeDonations } from './testing.ts'

const clock = manualClock(new Date('2026-06-20T12:00:00Z'))
let it: TestApp
beforeAll(async () => {
  it = await createTestApp({ clock: clock.now })
})
afterAll(() => it.close())

const image = (token: string | undefined, query: string) =>
  it.fastify.inject({
    url: `/v4/deeds/image?${query}`,
    headers: token ? { authorization: `Bearer ${token}` } : {},
  })

async function aDonor() {
  const session = await aSession(it.app, { firstName: 'Amina', isConfirmed: true })
  await agreeToRecap(it.app, session.viewer.accountId, consentTexts.recap.version, clock.now())
  const campaign = await aCampaign(it.app, { category: 'water', country: 'PK' })
  await storeDonations(it.app, [
    {
      id: it.app.newId(),
      accountId: session.viewer.accountId,
      campaignId: campaign.id,
      currency: 'GBP',
      gift: 12_300n,
      givenAt: new Date('2026-03-01T12:00:00Z'),
    },
  ])
  return session
}

test('a donor gets the image of their own year in the size of its shape, and it is not cached', async () => {
  const { token } = await aDonor()
  for (const [shape, width, height] of [
    ['story', 1080, 1920],
    ['post', 1080, 1080],
  ] as const) {
    const response = await image(token, `hijriYear=1447&shape=${shape}`)
    expect([response.statusCode, response.headers['content-type'], response.headers['cache-control']]).toEqual([
      200,
      'image/png',
      'private, no-store',
    ])
    expect(await sharp(response.rawPayload).metadata()).toMatchObject({ format: 'png', width, height })
  }
  const [without, withAmounts] = [
    await image(token, 'hijriYear=1447&shape=post'),
    await image(token, 'hijriYear=1447&shape=post&amounts=1'),
  ]
  expect(withAmounts.rawPayload.equals(without.rawPayload)).toBe(false)
})

test('no one else gets it: 401 without an account, 404 without data, consent or an open year', async () => {
  const { token } = await aDonor()
  expect((await image(undefined, 'hijriYear=1447&shape=post')).statusCode).toBe(401)
  expect((await image(token, 'hijriYear=1448&shape=post')).statusCode).toBe(404)
  expect((await image(token, 'hijriYear=1446&shape=post')).statusCode).toBe(404)
  expect((await image(token, 'hijriYear=1447&shape=banner')).statusCode).toBe(400)
  const other = await aSession(it.app, { isConfirmed: true })
  expect((await image(other.token, 'hijriYear=1447&shape=post')).statusCode).toBe(404)
})

/** Returns the last row with a pixel much darker than the background. */
async function lastRowWithLetters(bytes: Buffer): Promise<number> {
  const { data, info } = await sharp(bytes).greyscale().raw().toBuffer({ resolveWithObject: true })
  return Math.floor(data.findLastIndex((value) => value < 120) / info.width)
}

test.each([
  ['a long name', 'Maximiliana '.repeat(17).slice(0, 200)],
  ['a name without a space', 'W'.repeat(200)],
  ['an Arabic name', 'محمد عبد الرحمن '.repeat(13).slice(0, 200)],
  ['no name', ' '],
])('%s leaves the texts of a story within its safe zone', async (_, name) => {
  const text: ShareText = {
    product: 'Sunbul Deeds',
    year: '1447 AH',
    name,
    style: 'The Emergency Responder',
    lines: [
      'Gave to 12 fundraisers',
      'Reached 5 countries',
      'Top cause: Education',
      'Longest run: 7 days',
      'Total: £9',
    ],
  }
  const story = await drawDeedsImage({ fontsDir: inject('fontsDir') }, 'story', text, 'education')
  const last = await lastRowWithLetters(story)
  expect(last).toBeGreaterThan(1200)
  expect(last).toBeLessThanOrEqual(1920 - 250)
})
