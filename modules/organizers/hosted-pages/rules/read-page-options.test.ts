import { describe, expect, test } from 'vitest'
import { defaultContent, type PageContent, type PageLevel } from './page-content.ts'
import { type PageData, type PageInput, readPage } from './read-page.ts'

const defaults = { country: 'GB', language: 'en', primaryColor: '#123456' }
const empty = defaultContent(defaults)
const newId = '00000000-0000-7000-8000-000000000001'
const level: PageLevel = { id: 'a', amount: 2500, title: 'A coat', description: '', frequency: 'oneTime' }
const pageData: PageData = {
  organizationId: '7',
  defaults,
  timeZone: 'Europe/London',
  now: new Date('2026-11-27T12:00:00Z'),
  origin: 'https://give.example',
  cleanHtml: (html) => html,
  newId: () => newId,
  knownLevels: new Set([level.id]),
  isCurrencyFixed: false,
  provedHosts: [],
}
const read = (pageInput: PageInput, over: Partial<PageContent> = {}) =>
  readPage({ ...empty, ...over }, pageInput, pageData)
const faultsOf = (...input: Parameters<typeof read>) => read(...input).faults
/** Returns the content of a change that has no fault. */
const contentOf = (...input: Parameters<typeof read>): PageContent => {
  const { content, faults } = read(...input)
  expect(faults).toEqual({})
  return content
}

describe('colours of a page (pages-4)', () => {
  const own = { primaryColor: '#654321', secondaryColor: '#ABCDEF' }

  test('are stored in upper case, and return to their defaults if they are cleared', () => {
    const sent = { primaryColor: ' #aabbcc', secondaryColor: '#00ff00' }
    expect(contentOf(sent, own)).toEqual({ ...empty, primaryColor: '#AABBCC', secondaryColor: '#00FF00' })
    for (const none of [null, '']) expect(contentOf({ primaryColor: none, secondaryColor: none }, own)).toEqual(empty)
  })

  test('stay if they aren’t sent or are invalid', () => {
    expect(contentOf({ title: 'Rain' }, own)).toMatchObject(own)
    expect(read({ primaryColor: 'red', secondaryColor: '#fff' }, own)).toEqual({
      content: { ...empty, ...own },
      faults: { primaryColor: { code: 'colour-invalid' }, secondaryColor: { code: 'colour-invalid' } },
    })
  })
})

describe('pictures and the video of a page (pages-3)', () => {
  const [picture, other] = ['0190c0de-0000-7000-8000-000000000001', '0190c0de-0000-7000-8000-000000000002']
  const own = { image: picture, logo: picture, video: { provider: 'vimeo', id: '123456789' } } as const

  test('are stored as ids, and null clears them', () => {
    const sent = { image: `/media/${other}.webp`, logo: other, video: ' https://youtu.be/abcdefghijk ' }
    expect(contentOf(sent, own)).toEqual({
      ...empty,
      image: other,
      logo: other,
      video: { provider: 'youtube', id: 'abcdefghijk' },
    })
    expect(contentOf({ image: null, logo: null, video: null }, own)).toEqual(empty)
    expect(contentOf({ image: '', logo: ' ', video: ' ' }, own)).toEqual(empty)
  })

  test('stay if they aren’t sent or are refused', () => {
    expect(contentOf({ title: 'Rain' }, own)).toMatchObject(own)
    const sent = { image: 'https://evil.example/a.webp', logo: 'a', video: 'https://evil.example/v' }
    expect(read(sent, own)).toEqual({
      content: { ...empty, ...own },
      faults: {
        image: { code: 'picture-not-found' },
        logo: { code: 'picture-not-found' },
        video: { code: 'video-not-known' },
      },
    })
  })
})

test('the pixel of a page is stored, cleared, kept or refused', () => {
  const own = { facebookPixelId: '123456' }
  expect(contentOf({ facebookPixelId: ' 654321 ' }, own)).toEqual({ ...empty, facebookPixelId: '654321' })
  expect(contentOf({ facebookPixelId: null }, own)).toEqual(empty)
  expect(contentOf({ title: 'Rain' }, own)).toMatchObject(own)
  expect(read({ facebookPixelId: 'a' }, own)).toEqual({
    content: { ...empty, ...own },
    faults: { facebookPixelId: { code: 'pixel-invalid' } },
  })
})

describe('social links of a page (pages-5)', () => {
  const socialLinks = { ...empty.socialLinks, twitter: 'https://x.com/umeed', website: 'https://umeed.example/' }

  test('change one by one', () => {
    const sent = { twitter: 'https://twitter.com/rain', website: undefined, youtube: 'https://youtube.com/@rain' }
    expect(contentOf({ socialLinks: sent }, { socialLinks }).socialLinks).toEqual({
      ...empty.socialLinks,
      twitter: 'https://twitter.com/rain',
      website: 'https://umeed.example/',
      youtube: 'https://youtube.com/@rain',
    })
    expect(contentOf({ socialLinks: {} }, { socialLinks }).socialLinks).toEqual(socialLinks)
    expect(contentOf({}, { socialLinks }).socialLinks).toEqual(socialLinks)
  })

  test('are cleared by null, one or all', () => {
    expect(contentOf({ socialLinks: { twitter: null } }, { socialLinks }).socialLinks).toEqual({
      ...empty.socialLinks,
      website: 'https://umeed.example/',
    })
    expect(contentOf({ socialLinks: null }, { socialLinks }).socialLinks).toEqual(empty.socialLinks)
  })

  test('are refused by name, and the stored ones stay', () => {
    expect(read({ socialLinks: { twitter: 'https://evil.example', website: 'umeed' } }, { socialLinks })).toEqual({
      content: { ...empty, socialLinks },
      faults: {
        'socialLinks.twitter': { code: 'social-link-invalid', params: { host: 'x.com' } },
        'socialLinks.website': { code: 'website-link-invalid' },
      },
    })
  })
})

describe('toggles of a page (pages-1)', () => {
  const frequencies = { oneTime: false, daily: false, weekly: true, monthly: true }
  const paymentMethods = { creditCard: true, applePay: false, googlePay: false }
  const own = { frequencies, paymentMethods, tipsEnabled: false, listed: false }

  test('stay if they aren’t sent', () => {
    expect(contentOf({}, own)).toEqual({ ...empty, ...own })
  })

  test('change one by one', () => {
    expect(
      contentOf(
        {
          frequencies: { daily: true, weekly: false, monthly: undefined },
          paymentMethods: { applePay: true, googlePay: undefined },
          tipsEnabled: true,
          listed: true,
        },
        own,
      ),
    ).toEqual({
      ...empty,
      frequencies: { oneTime: false, daily: true, weekly: false, monthly: true },
      paymentMethods: { creditCard: true, applePay: true, googlePay: false },
    })
    expect(contentOf({ tipsEnabled: false, listed: false })).toEqual({ ...empty, tipsEnabled: false, listed: false })
  })

  test('return to their defaults by null, one or all', () => {
    expect(contentOf({ frequencies: null, paymentMethods: null, tipsEnabled: null, listed: null }, own)).toEqual(empty)
    expect(contentOf({ frequencies: { oneTime: null, weekly: null } }, own).frequencies).toEqual({
      oneTime: true,
      daily: false,
      weekly: false,
      monthly: true,
    })
    expect(contentOf({ paymentMethods: { googlePay: null } }, own).paymentMethods).toEqual({
      creditCard: true,
      applePay: false,
      googlePay: true,
    })
  })

  test('with an unknown name are no toggles', () => {
    expect(contentOf({ frequencies: { yearly: true } as PageInput['frequencies'] }).frequencies).toEqual(
      empty.frequencies,
    )
  })
})

describe('impacts of a page (content-41)', () => {
  const impacts = [{ amount: 2000, text: 'buys seeds' }]

  test('are replaced by the sent list, and null removes all', () => {
    expect(contentOf({ impacts: [{ amount: 500, text: 'plants a tree' }, {}] }, { impacts }).impacts).toEqual([
      { amount: 500, text: 'plants a tree' },
    ])
    expect(contentOf({ impacts: null }, { impacts }).impacts).toEqual([])
    expect(contentOf({ title: 'Rain' }, { impacts }).impacts).toEqual(impacts)
  })

  test('are validated again if the currency changes', () => {
    const stored = { impacts: [{ amount: 2500, text: 'buys seeds' }] }
    expect(faultsOf({ goalCurrency: 'KWD' }, stored)).toEqual({
      'impacts.0.amount': { code: 'impact-amount-invalid', params: { number: 1 } },
    })
    expect(faultsOf({ goalCurrency: 'GBP' }, stored)).toEqual({})
  })
})

describe('giving levels of a page (pages-6)', () => {
  const givingLevels = [level, { ...level, id: 'b', amount: 3000 }]
  const monthly = { ...level, id: 'b', frequency: 'monthly' } as const

  test('are replaced by the sent list, and null removes all', () => {
    expect(contentOf({ givingLevels: [{ amount: 500 }, level] }, { givingLevels }).givingLevels).toEqual([
      { id: newId, amount: 500, title: 'Giving Level', description: '', frequency: 'oneTime' },
      level,
    ])
    expect(contentOf({ givingLevels: null }, { givingLevels }).givingLevels).toEqual([])
    expect(contentOf({ title: 'Rain' }, { givingLevels }).givingLevels).toEqual(givingLevels)
  })

  test('are validated in the new currency if it changes with them', () => {
    expect(faultsOf({ goalCurrency: 'KWD', givingLevels: [{ amount: 2000 }, { amount: 2500 }] })).toEqual({
      'givingLevels.1.amount': { code: 'not-whole' },
    })
  })

  test('are validated again if the currency changes, and only then', () => {
    const stored = {
      givingLevels: [
        { ...level, amount: 2000 },
        { ...level, id: 'b', amount: 2500 },
      ],
    }
    expect(faultsOf({ goalCurrency: 'KWD' }, stored)).toEqual({ 'givingLevels.1.amount': { code: 'not-whole' } })
    expect(faultsOf({ goalCurrency: 'GBP' }, stored)).toEqual({})
    const old = { givingLevels: [{ ...level, amount: 2550 }] }
    expect(faultsOf({ goalCurrency: 'USD', title: 'Rain' }, old)).toEqual({})
    expect(faultsOf({ goalCurrency: 'GBP' }, old)).toEqual({ 'givingLevels.0.amount': { code: 'not-whole' } })
  })

  test('have a frequency that the page offers', () => {
    const frequencies = { ...empty.frequencies, monthly: true }
    const fault = { 'givingLevels.1.frequency': { code: 'level-frequency-off' } }
    expect(faultsOf({ givingLevels: [{ amount: 500 }, { amount: 500, frequency: 'monthly' }] })).toEqual(fault)
    expect(faultsOf({ frequencies: { monthly: false } }, { frequencies, givingLevels: [level, monthly] })).toEqual(
      fault,
    )
    expect(faultsOf({ frequencies: { weekly: true } }, { frequencies, givingLevels: [level, monthly] })).toEqual({})
    // A change of other fields doesn't check the levels.
    expect(faultsOf({ title: 'Rain' }, { givingLevels: [level, monthly] })).toEqual({})
  })
})
