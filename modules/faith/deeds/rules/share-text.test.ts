import { describe, expect, test } from 'vitest'
import { textsOf } from '#shared/texts/catalogue.ts'
import { causeNames } from './cause-names.ts'
import { categoryOfCause, deedsFileName, type SharedDeeds, shareAltText, shareText } from './share-text.ts'

const deeds = (over: Partial<SharedDeeds['wrappedData']['userStats']> = {}, userName = 'Amina'): SharedDeeds => ({
  hijriYear: 1447,
  styleReason: { code: 'months' },
  isApproximate: false,
  wrappedData: {
    userName,
    currencyCode: 'GBP',
    userStats: {
      count: 3,
      amount: 123_456,
      streak: 7,
      donationStats: { topCategories: ['Food/Water', 'Education'], totalCountries: 2 },
      ...over,
    },
  },
})
const t = (locale: string) => textsOf('faith/deeds-share', locale, { product: 'Sunbul' })
const textOf = (shared: SharedDeeds, { locale = 'en', hasAmounts = false } = {}) =>
  shareText(shared, { t: t(locale), locale, hasAmounts })

describe('the text of the image', () => {
  test('has style and figures, and neither an amount nor a rank, by default [deeds-8]', () => {
    const withRanks = { ...deeds(), globalStats: { isTop10Donor: true, isTop10FrequentDonor: true } }
    const text = textOf(withRanks)
    expect(text).toEqual({
      product: 'Sunbul Deeds',
      year: '1447 AH',
      name: 'Amina',
      style: 'The Consistent Giver',
      lines: ['Gave to 3 fundraisers', 'Reached 2 countries', 'Top cause: Food/Water', 'Longest run: 7 days in a row'],
    })
    expect(JSON.stringify(text)).not.toMatch(/1,?234|£|GBP|[Tt]op 10|%/)
  })

  test('has the amount if the donor chose so, marked if it is approximate', () => {
    expect(textOf(deeds(), { hasAmounts: true }).lines.at(-1)).toBe('Total given: \u2068£1,234.56\u2069')
    const approximate = { ...deeds(), isApproximate: true }
    expect(textOf(approximate, { hasAmounts: true }).lines.at(-1)).toContain('≈ £1,234.56')
    expect(textOf(deeds(), { locale: 'ar', hasAmounts: true }).lines.at(-1)).toContain('1,234.56')
  })

  test('shows a streak from two days, and no line for what there is not', () => {
    const lines = (over: Parameters<typeof deeds>[0]) => textOf(deeds(over)).lines
    expect(lines({ streak: 2 }).at(-1)).toBe('Longest run: 2 days in a row')
    expect(lines({ streak: 1, donationStats: { topCategories: [], totalCountries: 0 }, count: 1 })).toEqual([
      'Gave to 1 fundraiser',
    ])
  })

  test('names every style and cause in each language', () => {
    for (const locale of ['en', 'ar']) {
      for (const code of [
        'anonymous',
        'sacred',
        'emergency',
        'months',
        'weeks',
        'plan',
        'generous',
        'referrals',
      ] as const)
        expect(textOf({ ...deeds(), styleReason: { code } }, { locale }).style).not.toContain('deeds-share')
      for (const cause of Object.values(causeNames)) {
        const donationStats = { topCategories: [cause], totalCountries: 0 }
        expect(categoryOfCause(cause)).toBeDefined()
        expect(textOf(deeds({ donationStats }), { locale }).lines.join(' ')).not.toContain('deeds-share')
      }
    }
  })
})

test('the alternative text says all that the image shows, with the name set apart', () => {
  expect(shareAltText(textOf(deeds({}, 'محمد')), t('en'))).toBe(
    'Image with the text: Sunbul Deeds · 1447 AH · \u2068محمد\u2069 · The Consistent Giver · Gave to 3 fundraisers · Reached 2 countries · Top cause: Food/Water · Longest run: 7 days in a row',
  )
  expect(deedsFileName(1447, 'story')).toBe('deeds-1447-story.png')
})
