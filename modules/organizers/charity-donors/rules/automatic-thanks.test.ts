import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chooseThanks, readThanksText, thanksTextMax } from './automatic-thanks.ts'

const donation = fc.record({
  levelId: fc.constantFrom(null, 1n, 2n),
  locale: fc.constantFrom('en' as const, 'ar' as const),
  isAnonymous: fc.boolean(),
  isFirstOfDonor: fc.boolean(),
  isLaterOfPlan: fc.boolean(),
})
const texts = fc.uniqueArray(
  fc.record({ levelId: fc.constantFrom(null, 1n, 2n), locale: fc.constantFrom('en', 'ar'), body: fc.string() }),
  { selector: ({ levelId, locale }) => `${levelId}.${locale}` },
)

test('a text is of the donor’s language, and of the level or for a first donation', () => {
  fc.assert(
    fc.property(donation, texts, (own, all) => {
      const chosen = chooseThanks(own, all)
      const fitting = all.filter(
        ({ levelId, locale }) => locale === own.locale && (levelId === null || levelId === own.levelId),
      )
      if (chosen === undefined) return
      expect(own.isLaterOfPlan).toBe(false)
      expect(fitting.map(({ body }) => body)).toContain(chosen)
    }),
  )
})

test('an anonymous donation is thanked alike whether its donor gave before or not', () => {
  fc.assert(
    fc.property(donation, texts, (own, all) => {
      const anonymous = { ...own, isAnonymous: true }
      expect(chooseThanks({ ...anonymous, isFirstOfDonor: true }, all)).toBe(
        chooseThanks({ ...anonymous, isFirstOfDonor: false }, all),
      )
    }),
  )
})

test('a level’s text comes before the one for a first donation', () => {
  fc.assert(
    fc.property(donation, texts, (own, all) => {
      const ofLevel = all.find(
        ({ levelId, locale }) => levelId !== null && levelId === own.levelId && locale === own.locale,
      )
      if (ofLevel && !own.isLaterOfPlan) expect(chooseThanks(own, all)).toBe(ofLevel.body)
    }),
  )
})

test('a text links to the charity’s own website only, and may be empty', () => {
  expect(readThanksText('Thank you! www.rahma.org/wells', 'https://rahma.org')).toEqual({
    words: 'Thank you! www.rahma.org/wells',
  })
  expect(readThanksText('See https://elsewhere.org', 'https://rahma.org')).toEqual({
    fault: { code: 'thanks-foreign-link' },
  })
  expect(readThanksText('  ', '')).toEqual({ words: '' })
  expect(readThanksText('a'.repeat(thanksTextMax + 1), '')).toMatchObject({ fault: { code: 'text-too-long' } })
})
