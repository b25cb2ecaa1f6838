import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { localDate } from '#shared/calendar.ts'
import { missingToPublish } from './missing-to-publish.ts'
import { changedPaths, conflictingPaths } from './merge-page.ts'
import { defaultContent, frequencyNames, paymentMethodNames, socialNames } from './page-content.ts'
import { checkLastDay, readDay } from './page-end.ts'
import { readLevels } from './page-levels.ts'
import { readPixelId, readSocialLink, readUploadedPath } from './page-links.ts'
import { slugOfCustomUrl, slugOfTitle } from './page-slug.ts'
import { canMovePage, pageStateOf } from './page-states.ts'
import { readVideo, videoAddress } from '#shared/input/video.ts'
import { type PageData, type PageInput, readPage } from './read-page.ts'

const defaults = { country: 'GB', language: 'en', primaryColor: '#4AA567' }
const empty = defaultContent(defaults)
const pageData: PageData = {
  organizationId: '7',
  defaults,
  timeZone: 'Europe/London',
  now: new Date('2026-11-27T12:00:00Z'),
  origin: 'https://give.example',
  cleanHtml: (html) => html,
  newId: () => '00000000-0000-7000-8000-000000000001',
  knownLevels: new Set(),
  isCurrencyFixed: false,
  provedHosts: ['give.umeed.example'],
}
const read = (pageInput: PageInput, over: Partial<PageData> = {}, before = empty) =>
  readPage(before, pageInput, { ...pageData, ...over })
const picture = '0190c0de-0000-7000-8000-000000000001'

describe('slugs', () => {
  test('have lower case letters, digits and single words between hyphens, none at an end [S2 §5] [pages-2]', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (title) => {
        expect(slugOfTitle(title, 'abc123')).toMatch(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/)
        expect(slugOfTitle(title, 'abc123').length).toBeLessThanOrEqual(90)
      }),
    )
    expect(slugOfTitle('  Clean   Water: for All! ', 'abc123')).toBe('clean-water-for-all')
    expect(slugOfTitle('ماء نظيف', 'abc123')).toBe('untitled-campaign-abc123')
  })

  test('a custom URL is cleaned; an address or a path of our own is refused (pages-2)', () => {
    expect(slugOfCustomUrl('Winter Appeal', [])).toBe('winter-appeal')
    for (const typed of ['https://evil.example/a', 'assets', 'شتاء', '---', 'new'])
      expect(slugOfCustomUrl(typed, ['give.umeed.example']), typed).toBeUndefined()
  })

  test('a full address is taken only over https on a host that the charity proved (pages-11)', () => {
    const slugOf = (typed: string) => slugOfCustomUrl(typed, ['give.umeed.example'])
    for (const typed of ['https://give.umeed.example/winter', ' https://Give.Umeed.Example/Winter/?lang=ar#donate '])
      expect(slugOf(typed), typed).toBe('winter')
    for (const typed of [
      'http://give.umeed.example/winter',
      'https://give.umeed.example',
      'https://give.umeed.example/a/winter',
      'https://give.umeed.example/assets',
      'https://give.umeed.example/%2e%2e',
      'https://give.umeed.example:8443/winter',
      'https://me@give.umeed.example/winter',
      'https://give.umeed.example.evil/winter',
      'give.umeed.example/winter',
      '//give.umeed.example/winter',
      'javascript:alert(1)//give.umeed.example/winter',
    ])
      expect(slugOf(typed), typed).toBeUndefined()
  })
})

describe('reading fields', () => {
  test('begins with the defaults of the specification [S2 §3] [S2 §9]', () => {
    expect(empty).toMatchObject({
      currency: 'USD',
      primaryColor: '#4AA567',
      secondaryColor: '#2C633D',
      frequencies: { oneTime: true, daily: false, weekly: false, monthly: false },
      paymentMethods: { creditCard: true, applePay: true, googlePay: true },
      tipsEnabled: true,
      enableGoal: false,
      enableEndDate: false,
    })
  })

  test('nothing sent changes nothing, whatever is written already', () => {
    fc.assert(
      fc.property(
        fc.record({
          title: fc.string({ minLength: 1, maxLength: 100 }).filter((text) => /\w/.test(text)),
          tipsEnabled: fc.boolean(),
          frequencies: fc.record(
            Object.fromEntries(frequencyNames.map((name) => [name, fc.boolean()])),
          ) as fc.Arbitrary<never>,
          donationGoal: fc.integer({ min: 1, max: 1e6 }).map((n) => n * 100),
        }),
        (sent) => {
          const first = read(sent)
          expect(first.faults).toEqual({})
          expect(read({}, {}, first.content)).toEqual({ content: first.content, faults: {} })
          expect(changedPaths(first.content, read(sent, {}, first.content).content)).toEqual([])
        },
      ),
    )
  })

  test('an empty title is refused in the words of the specification [S2 §5]', () => {
    expect(read({ title: '  ' }).faults).toEqual({ title: { code: 'campaign-title-missing' } })
    expect(read({ title: 'x'.repeat(101) }).faults).toEqual({ title: { code: 'text-too-long', params: { max: 100 } } })
  })

  test('a toggle that is not sent is on exactly if its value is (pages-1)', () => {
    expect(read({ donationGoal: 50_000 }).content).toMatchObject({ donationGoal: 50_000, enableGoal: true })
    expect(read({ donationGoal: 50_000, enableGoal: false }).content).toMatchObject({ enableGoal: false })
    const on = read({ donationGoal: 50_000, endDate: '2026-12-31' }).content
    expect(read({ donationGoal: null, endDate: null }, {}, on).content).toMatchObject({
      enableGoal: false,
      enableEndDate: false,
      donationGoal: null,
      endDate: '',
    })
    for (const goal of [0, -100, 150, 1.5, Number.MAX_VALUE])
      expect(read({ donationGoal: goal }).faults, String(goal)).toHaveProperty('donationGoal')
    expect(read({ donationGoal: 150, goalCurrency: 'JPY' }).faults).toEqual({})
  })

  test('the day of an instant counts in the zone of the charity; past and far days are refused (pages-1)', () => {
    expect(readDay('2026-12-31T23:30:00Z', 'Asia/Dubai')).toBe('2027-01-01')
    expect(readDay('2026-12-31', 'Asia/Dubai')).toBe('2026-12-31')
    for (const typed of ['2026-02-30', 'tomorrow', '31/12/2026', '2026-12-31T25:00:00Z'])
      expect(readDay(typed, 'UTC'), typed).toBeUndefined()
    const today = localDate('2026-11-27')
    expect(checkLastDay(localDate('2026-11-26'), today)).toEqual({ code: 'end-date-past' })
    expect(checkLastDay(localDate('2031-11-28'), today)).toMatchObject({ code: 'end-date-too-far' })
    expect(checkLastDay(localDate('2031-11-27'), today)).toBeUndefined()
    // A day that was saved earlier may have passed since.
    const past = { ...empty, endDate: '2026-01-01', enableEndDate: true }
    expect(read({ endDate: '2026-01-01' }, {}, past).faults).toEqual({})
  })

  test('pictures are uploads of ours, by id or address; nothing else (pages-3)', () => {
    expect(readUploadedPath(picture, pageData.origin)).toBe(picture)
    expect(readUploadedPath(`https://give.example/media/${picture}.webp?v=1`, pageData.origin)).toBe(picture)
    expect(readUploadedPath(`/media/${picture}.webp`, pageData.origin)).toBe(picture)
    for (const typed of [
      `https://evil.example/media/${picture}.webp`,
      'data:image/svg+xml,<svg onload=alert(1)>',
      `javascript:alert(1)//media/${picture}.webp`,
      '/media/../secret.webp',
    ])
      expect(read({ image: typed }).faults, typed).toEqual({ image: { code: 'picture-not-found' } })
  })

  test('a video is a YouTube or Vimeo address, kept as provider and id (pages-3)', () => {
    const video = readVideo('https://youtu.be/abcdefghijk?t=3')!
    expect(video).toEqual({ provider: 'youtube', id: 'abcdefghijk' })
    expect(readVideo(videoAddress(video))).toEqual(video)
    const vimeo = readVideo('https://vimeo.com/123456789')!
    expect(readVideo(videoAddress(vimeo))).toEqual(vimeo)
    expect(readVideo('https://evil.example/watch?v=abcdefghijk')).toBeUndefined()
  })

  test('social links are https on their own host; the pixel is digits (pages-5)', () => {
    expect(readSocialLink('twitter', 'https://x.com/rahma')).toBe('https://x.com/rahma')
    expect(readSocialLink('facebook', 'https://en-gb.facebook.com/rahma')).toBeDefined()
    expect(readSocialLink('website', 'https://rahma.example')).toBe('https://rahma.example/')
    for (const typed of [
      'http://x.com/a',
      'https://x.com.evil.example',
      'https://evilx.com',
      'https://a:b@x.com',
      'https://x.com:444/',
      'javascript:alert(1)',
    ])
      expect(readSocialLink('twitter', typed), typed).toBeUndefined()
    for (const typed of ['https://127.0.0.1', 'https://[::1]/', 'https://localhost', 'https://0x7f000001/'])
      expect(readSocialLink('website', typed), typed).toBeUndefined()
    fc.assert(
      fc.property(fc.constantFrom(...socialNames), fc.webUrl(), (name, url) => {
        const link = readSocialLink(name, url)
        expect(link === undefined || link.startsWith('https://')).toBe(true)
      }),
    )
    expect([readPixelId('123456'), readPixelId('')]).toEqual(['123456', ''])
    for (const typed of ['12345', '1'.repeat(21), '12345a', '"><script>']) expect(readPixelId(typed)).toBeUndefined()
  })

  test('levels are whole amounts within the currency, under a frequency that is on (pages-6)', () => {
    const request = { currency: 'GBP' as const, knownIds: new Set([picture]), newId: pageData.newId }
    expect(readLevels([{ amount: 2500 }], request)).toEqual({
      levels: [{ id: pageData.newId(), amount: 2500, title: 'Giving Level', description: '', frequency: 'oneTime' }],
      faults: {},
    })
    expect(readLevels([{ id: 'of-another', amount: 2550, title: 'x'.repeat(101) }], request).faults).toEqual({
      'givingLevels.0.id': { code: 'level-not-found' },
      'givingLevels.0.amount': { code: 'not-whole' },
      'givingLevels.0.title': { code: 'text-too-long', params: { max: 100 } },
    })
    expect(
      readLevels(
        [
          { id: picture, amount: 2500 },
          { id: picture, amount: 500 },
        ],
        request,
      ).faults,
    ).toHaveProperty(['givingLevels.1.id'])
    expect(
      readLevels(
        Array.from({ length: 21 }, () => ({ amount: 500 })),
        request,
      ).faults,
    ).toHaveProperty('givingLevels')
    const monthly = { amount: 2500, frequency: 'monthly' as const }
    expect(read({ givingLevels: [monthly] }).faults).toHaveProperty(['givingLevels.0.frequency'])
    expect(read({ givingLevels: [monthly], frequencies: { monthly: true } }).faults).toEqual({})
  })

  test('currency is fixed once published, and account and type are the charity’s own (pages-1)', () => {
    expect(read({ goalCurrency: 'GBP' }, { isCurrencyFixed: true }).faults).toHaveProperty('goalCurrency')
    expect(read({ accountId: '8' }).faults).toHaveProperty('accountId')
    expect(read({ accountId: '7', campaignType: 'organization' }).faults).toEqual({})
    expect(read({ campaignType: 'team' }).faults).toHaveProperty('campaignType')
  })
})

test('says what is missing before a page can be published (pages-1)', () => {
  const today = localDate('2026-11-27')
  const whole = { ...empty, title: 'Winter', description: '<p>Coats.</p>', category: 'community' }
  expect(missingToPublish(whole, today)).toEqual({})
  expect(
    Object.keys(missingToPublish({ ...empty, title: 'Untitled Campaign', image: picture, logo: picture }, today)),
  ).toEqual(['title', 'description', 'category', 'imageAlt', 'logoAlt'])
  const off = <Name extends string>(names: readonly Name[]) =>
    Object.fromEntries(names.map((name) => [name, false])) as Record<Name, boolean>
  expect(
    missingToPublish({ ...whole, frequencies: off(frequencyNames), paymentMethods: off(paymentMethodNames) }, today),
  ).toEqual({ frequencies: { code: 'frequency-missing' }, paymentMethods: { code: 'payment-method-missing' } })
  const wallets = { creditCard: false, applePay: true, googlePay: true }
  const daily = { ...whole.frequencies, daily: true }
  expect(missingToPublish({ ...whole, frequencies: daily, paymentMethods: wallets }, today)).toEqual({
    paymentMethods: { code: 'daily-needs-card' },
  })
  expect(missingToPublish({ ...whole, enableGoal: true, enableEndDate: true, endDate: '2026-11-26' }, today)).toEqual({
    donationGoal: { code: 'goal-missing' },
    endDate: { code: 'end-date-past' },
  })
})

test('concurrent changes conflict only in fields that both changed (pages-8)', () => {
  const changed = { title: 4, 'frequencies.daily': 3 }
  expect(conflictingPaths(['tagline', 'frequencies.monthly'], { version: 2, changed })).toEqual([])
  expect(conflictingPaths(['title', 'tagline'], { version: 3, changed })).toEqual(['title'])
  expect(conflictingPaths(['title'], { version: undefined, changed })).toEqual([])
  expect(changedPaths(empty, { ...empty, frequencies: { ...empty.frequencies, daily: true } })).toEqual([
    'frequencies.daily',
  ])
})

test('a page is in one state, and nothing leaves a closed campaign but into the archive (pages-7)', () => {
  const instant = new Date('2026-11-27T12:00:00Z')
  const page = { campaignStatus: 1 as const, endsAt: null, reviewRequestedAt: null, archivedAt: null }
  expect(pageStateOf({ ...page, campaignStatus: 0 }, instant)).toBe('draft')
  expect(pageStateOf({ ...page, campaignStatus: 0, reviewRequestedAt: instant }, instant)).toBe('review')
  expect(pageStateOf(page, instant)).toBe('published')
  expect(pageStateOf({ ...page, endsAt: instant }, instant)).toBe('ended')
  expect(pageStateOf({ ...page, campaignStatus: 2 }, instant)).toBe('unpublished')
  expect(pageStateOf({ ...page, campaignStatus: 3 }, instant)).toBe('ended')
  expect(pageStateOf({ ...page, campaignStatus: 2, archivedAt: instant }, instant)).toBe('archived')
  expect(canMovePage({ from: 'ended', isClosed: true }, 'published')).toBe(false)
  expect(canMovePage({ from: 'ended', isClosed: false }, 'published')).toBe(true)
  expect(canMovePage({ from: 'draft', isClosed: false }, 'archived')).toBe(false)
})
