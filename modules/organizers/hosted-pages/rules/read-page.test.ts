import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { defaultContent, type PageContent } from './page-content.ts'
import { type PageData, type PageInput, readPage } from './read-page.ts'

const defaults = { country: 'GB', language: 'en', primaryColor: '#123456' }
const empty = defaultContent(defaults)
const pageData: PageData = {
  organizationId: '7',
  defaults,
  timeZone: 'Europe/London',
  now: new Date('2026-11-27T12:00:00Z'),
  origin: 'https://give.example',
  cleanHtml: (html) => html.replaceAll('<script>', ''),
  newId: () => '00000000-0000-7000-8000-000000000001',
  knownLevels: new Set(),
  isCurrencyFixed: false,
  provedHosts: ['give.umeed.example'],
}
const picture = '0190c0de-0000-7000-8000-000000000001'
/** A page on which no field has its default. */
const full: PageContent = {
  ...empty,
  title: 'Winter',
  tagline: 'Coats for all',
  description: '<p>Coats</p>',
  category: 'community',
  location: 'Leeds',
  country: 'PK',
  language: 'ar',
  currency: 'GBP',
  donationGoal: 50_000,
  enableGoal: true,
  endDate: '2027-03-31',
  enableEndDate: true,
  image: picture,
  imageAlt: 'A coat',
  logo: picture,
  logoAlt: 'Our logo',
  video: { provider: 'vimeo', id: '123456789' },
  primaryColor: '#654321',
  secondaryColor: '#ABCDEF',
  customUrl: 'winter',
  facebookPixelId: '123456',
}
const read = (pageInput: PageInput, before = full, over: Partial<PageData> = {}) =>
  readPage(before, pageInput, { ...pageData, ...over })
const faultsOf = (...input: Parameters<typeof read>) => read(...input).faults
/** Reads a change that has no fault, and returns the fields that it changed. */
const changes = (...input: Parameters<typeof read>): Partial<PageContent> => {
  const { content, faults } = read(...input)
  expect(faults).toEqual({})
  const before: Partial<PageContent> = input[1] ?? full
  return Object.fromEntries(
    Object.entries(content).filter(([field, value]) => !isDeepStrictEqual(before[field as keyof PageContent], value)),
  )
}

describe('texts of a page (pages-1)', () => {
  test('stay if they aren’t sent', () => {
    expect(read({})).toEqual({ content: full, faults: {} })
  })

  test('are tidied to one line, and null clears them', () => {
    const texts = {
      title: ' Spring\n rain ',
      tagline: ' Wells ',
      location: ' York ',
      imageAlt: ' A well ',
      logoAlt: ' L ',
    }
    expect(read(texts)).toEqual({
      content: { ...full, title: 'Spring rain', tagline: 'Wells', location: 'York', imageAlt: 'A well', logoAlt: 'L' },
      faults: {},
    })
    const cleared = { tagline: null, location: null, imageAlt: null, logoAlt: null }
    expect(read(cleared)).toEqual({
      content: { ...full, tagline: '', location: '', imageAlt: '', logoAlt: '' },
      faults: {},
    })
  })

  test('have their maximum of characters', () => {
    const limits = { title: 100, tagline: 160, location: 80, imageAlt: 200, logoAlt: 200 }
    for (const [field, max] of Object.entries(limits)) {
      // An emoji is one character.
      expect(faultsOf({ [field]: '🌙'.repeat(max) }), field).toEqual({})
      expect(faultsOf({ [field]: 'x'.repeat(max + 1) })).toEqual({
        [field]: { code: 'text-too-long', params: { max } },
      })
    }
  })

  test('include a title', () => {
    for (const title of ['', ' \n', null])
      expect(faultsOf({ title })).toEqual({ title: { code: 'campaign-title-missing' } })
    expect(faultsOf({ tagline: 'Wells' }, empty)).toEqual({})
  })

  test('have a description of sanitized HTML, with its maximum after it is sanitized', () => {
    expect(changes({ description: '<p>Wells<script></p>' })).toEqual({ description: '<p>Wells</p>' })
    expect(changes({ description: null })).toEqual({ description: '' })
    expect(faultsOf({ description: `<script>${'x'.repeat(20_000)}` })).toEqual({})
    expect(faultsOf({ description: 'x'.repeat(20_001) })).toEqual({
      description: { code: 'text-too-long', params: { max: 20_000 } },
    })
  })
})

describe('choices of a page (pages-1)', () => {
  test('are taken if they are in their list', () => {
    const choices = { category: 'water', country: 'KE', language: 'sw' }
    expect(changes(choices)).toEqual(choices)
  })

  test('return to their defaults if they are cleared', () => {
    const usual = { category: '', country: 'GB', language: 'en' }
    expect(changes({ category: null, country: null, language: null })).toEqual(usual)
    expect(changes({ category: '', country: '', language: '' })).toEqual(usual)
  })

  test('are refused otherwise', () => {
    expect(faultsOf({ category: 'dragons', country: 'XX', language: 'tlh' })).toEqual({
      category: { code: 'category-missing' },
      country: { code: 'country-missing' },
      language: { code: 'language-missing' },
    })
  })

  test('of type and account can only be the charity’s own', () => {
    expect(changes({ campaignType: 'organization', accountId: '7' })).toEqual({})
    expect(changes({ campaignType: null, accountId: null })).toEqual({})
    expect(faultsOf({ campaignType: 'team', accountId: '8' })).toEqual({
      campaignType: { code: 'invalid-value' },
      accountId: { code: 'invalid-value' },
    })
  })
})

test('a custom URL is stored as its slug, or refused with its reason (pages-2)', () => {
  expect(changes({ customUrl: 'Spring Rain' })).toEqual({ customUrl: 'spring-rain' })
  expect(changes({ customUrl: 'https://give.umeed.example/rain' })).toEqual({ customUrl: 'rain' })
  for (const customUrl of [null, '', '  ']) expect(changes({ customUrl })).toEqual({ customUrl: '' })
  for (const customUrl of ['assets', 'شتاء'])
    expect(faultsOf({ customUrl })).toEqual({ customUrl: { code: 'custom-url-invalid' } })
  for (const customUrl of ['https://evil.example/rain', 'give.umeed.example/rain'])
    expect(faultsOf({ customUrl })).toEqual({ customUrl: { code: 'custom-url-host' } })
  expect(read({ customUrl: 'assets' }).content.customUrl).toBe('winter')
})

describe('the currency and goal of a page (pages-1)', () => {
  test('are stored in minor units; the default currency is US dollars', () => {
    expect(changes({ goalCurrency: 'KWD', donationGoal: 5000 })).toEqual({ currency: 'KWD', donationGoal: 5000 })
    for (const goalCurrency of [null, '']) expect(changes({ goalCurrency })).toEqual({ currency: 'USD' })
  })

  test('have a currency of our list', () => {
    expect(read({ goalCurrency: 'XXX' })).toEqual({
      content: full,
      faults: { goalCurrency: { code: 'currency-unknown' } },
    })
  })

  test('keep the currency once the page was published', () => {
    expect(faultsOf({ goalCurrency: 'USD' }, full, { isCurrencyFixed: true })).toEqual({
      goalCurrency: { code: 'currency-fixed' },
    })
    expect(changes({ goalCurrency: 'GBP' }, full, { isCurrencyFixed: true })).toEqual({})
    expect(changes({ goalCurrency: 'USD' })).toEqual({ currency: 'USD' })
  })

  test('have a goal in whole major units', () => {
    for (const donationGoal of [0, -100, 150, 1.5])
      expect(faultsOf({ donationGoal })).toEqual({ donationGoal: { code: 'goal-not-whole' } })
    // The goal that is stored has a fraction in the new currency.
    expect(faultsOf({ goalCurrency: 'KWD' }, { ...full, donationGoal: 50_500 })).toEqual({
      donationGoal: { code: 'goal-not-whole' },
    })
  })

  test('turn the goal on or off as sent; a goal without a toggle is on exactly if it is set', () => {
    const off = { ...full, enableGoal: false }
    expect(changes({ donationGoal: 60_000 }, off)).toEqual({ donationGoal: 60_000, enableGoal: true })
    expect(changes({ donationGoal: null })).toEqual({ donationGoal: null, enableGoal: false })
    expect(changes({ donationGoal: 60_000, enableGoal: false })).toEqual({ donationGoal: 60_000, enableGoal: false })
    expect(changes({ enableGoal: true }, off)).toEqual({ enableGoal: true })
    expect(changes({ title: 'Rain' }, off)).toEqual({ title: 'Rain' })
  })
})

describe('the end of a page (pages-1)', () => {
  const off = { ...full, enableEndDate: false }

  test('is a day in the charity’s zone', () => {
    expect(changes({ endDate: '2027-04-01' })).toEqual({ endDate: '2027-04-01' })
    expect(changes({ endDate: '2027-06-30T23:30:00Z' })).toEqual({ endDate: '2027-07-01' })
  })

  test('is turned on or off as sent; a day without a toggle is on exactly if it is set', () => {
    expect(changes({ endDate: '2027-04-01' }, off)).toEqual({ endDate: '2027-04-01', enableEndDate: true })
    for (const endDate of [null, '', '  ']) expect(changes({ endDate })).toEqual({ endDate: '', enableEndDate: false })
    expect(changes({ endDate: '2027-04-01', enableEndDate: false })).toEqual({
      endDate: '2027-04-01',
      enableEndDate: false,
    })
    expect(changes({ enableEndDate: true }, off)).toEqual({ enableEndDate: true })
    expect(changes({ title: 'Rain' }, off)).toEqual({ title: 'Rain' })
  })

  test('is refused if it is no day, has passed or is far ahead', () => {
    expect(read({ endDate: 'soon' })).toMatchObject({
      content: { endDate: '' },
      faults: { endDate: { code: 'date-invalid' } },
    })
    expect(faultsOf({ endDate: 'soon' }, empty)).toEqual({ endDate: { code: 'date-invalid' } })
    expect(faultsOf({ endDate: '2026-11-26' })).toEqual({ endDate: { code: 'end-date-past' } })
    expect(faultsOf({ endDate: '2031-11-28' })).toEqual({ endDate: { code: 'end-date-too-far', params: { years: 5 } } })
  })

  test('is today at the earliest by the charity’s clock', () => {
    const now = new Date('2026-11-27T20:30:00Z')
    expect(faultsOf({ endDate: '2026-11-27' }, full, { now })).toEqual({})
    expect(faultsOf({ endDate: '2026-11-27' }, full, { now, timeZone: 'Asia/Dubai' })).toEqual({
      endDate: { code: 'end-date-past' },
    })
  })

  test('stays valid if it was saved before it passed', () => {
    const past = { ...full, endDate: '2026-01-01' }
    expect(changes({ endDate: '2026-01-01' }, past)).toEqual({})
    expect(faultsOf({ endDate: '2026-01-02' }, past)).toEqual({ endDate: { code: 'end-date-past' } })
  })
})
