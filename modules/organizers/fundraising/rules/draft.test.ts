import { describe, expect, test } from 'vitest'
import type { GalleryPicture } from '#modules/causes/campaigns/rules/gallery.ts'
import {
  changesOf,
  type DraftContent,
  draftLimits,
  findFaults,
  findMissingFields,
  wholeAmountFault,
  wholeAmountText,
} from './draft.ts'

const gallery: GalleryPicture[] = []
const content = {
  title: 'Clean water',
  tagline: 'A well',
  category: 'water',
  location: '',
  country: 'PK',
  language: 'en',
  goal: '5000',
  endDate: '2027-03-31',
  story: '<p>…</p>',
  coverId: '',
  coverAlt: '',
  gallery,
  isZakatRequested: false,
  minimumDonation: '',
  tipsEnabled: true,
  impacts: [],
}
const data = { currency: 'GBP', today: '2026-11-21', storyLength: 300 } as const
const missing = (over: Partial<DraftContent>, dataOver: object = {}) =>
  findMissingFields({ ...content, ...over }, { ...data, ...dataOver })
const picture = { id: 'a', alt: 'A well', x: 50, y: 50 }

describe('a fundraiser before its review', () => {
  test('has a title of five characters without spaces around it', () => {
    const fault = { title: { code: 'title-missing', params: { min: 5 } } }
    expect(missing({ title: 'Water' })).toEqual({})
    for (const title of ['', 'Well', '  Well  ']) expect(missing({ title })).toEqual(fault)
  })

  test('has a tagline that isn’t blank', () => {
    expect(missing({ tagline: ' ' })).toEqual({ tagline: { code: 'tagline-missing' } })
  })

  test('has a story of 100 characters without markup', () => {
    expect(missing({}, { storyLength: 100 })).toEqual({})
    expect(missing({}, { storyLength: 99 })).toEqual({ story: { code: 'story-too-short', params: { min: 100 } } })
  })

  test('has a description for its cover', () => {
    expect(missing({ coverId: 'a', coverAlt: ' ' })).toEqual({ coverAlt: { code: 'cover-alt-missing' } })
  })

  test('has texts within their limits', () => {
    expect(draftLimits).toEqual({ title: 100, tagline: 160, location: 80, story: 20_000, coverAlt: 200 })
    for (const [field, max] of Object.entries(draftLimits)) {
      expect(missing({ [field]: 'x'.repeat(max) }), field).toEqual({})
      expect(missing({ [field]: 'x'.repeat(max + 1) })).toEqual({ [field]: { code: 'text-too-long', params: { max } } })
    }
  })

  test('has a description for each picture of its gallery; the fault names the first without one', () => {
    const blank = { ...picture, alt: ' ' }
    expect(missing({ gallery: [picture, blank, blank] })).toEqual({
      gallery: { code: 'gallery-alt-missing', params: { number: 2 } },
    })
    expect(missing({ gallery: [picture, { ...picture, alt: 'x'.repeat(200) }] })).toEqual({})
    expect(missing({ gallery: [picture, { ...picture, alt: 'x'.repeat(201) }, blank] })).toEqual({
      gallery: { code: 'text-too-long', params: { max: 200 } },
    })
  })

  test('ends at most five years ahead', () => {
    expect(missing({ endDate: '2031-11-22' })).toEqual({ endDate: { code: 'end-date-too-far', params: { years: 5 } } })
  })

  test('has a minimum donation between the limits of its currency', () => {
    for (const minimumDonation of ['1', '5', '25000']) expect(missing({ minimumDonation })).toEqual({})
    expect(missing({ minimumDonation: '25001' })).toEqual({
      minimumDonation: { code: 'above-maximum', params: { amount: '25000.00', currency: 'GBP' } },
    })
    expect(missing({ minimumDonation: '150' }, { currency: 'JPY' })).toEqual({})
    expect(missing({ minimumDonation: '149' }, { currency: 'JPY' })).toEqual({
      minimumDonation: { code: 'below-minimum', params: { amount: '150', currency: 'JPY' } },
    })
  })
})

describe('while a fundraiser is typed', () => {
  const faults = (over: Partial<DraftContent>, storyLength = 300) =>
    findFaults({ ...content, ...over }, { ...data, storyLength })

  test('a short story and a picture without a description are no faults yet', () => {
    expect(faults({ story: '<p>A well</p>' }, 6)).toEqual({})
    expect(faults({ gallery: [{ ...picture, alt: '' }] })).toEqual({})
  })

  test('texts that are too long and invalid values are faults', () => {
    expect(
      faults({ title: 'Well', story: 'x'.repeat(20_001), gallery: [{ ...picture, alt: 'x'.repeat(201) }] }),
    ).toEqual({
      title: { code: 'title-missing', params: { min: 5 } },
      story: { code: 'text-too-long', params: { max: 20_000 } },
      gallery: { code: 'text-too-long', params: { max: 200 } },
    })
  })
})

test('an amount with decimals is named as such; any other text is no amount [S1 §5]', () => {
  for (const typed of ['12.5', '12,50', '1٫5', '0.000']) expect(wholeAmountFault(typed)).toEqual({ code: 'not-whole' })
  for (const typed of ['', '-5', '£12.5', '12.5 GBP', '1.2.3', '12.', '.5', '1 2'])
    expect(wholeAmountFault(typed), typed).toEqual({ code: 'amount-invalid' })
})

test('a field of whole amounts shows no fraction of its currency', () => {
  expect(wholeAmountText(2000n, 'GBP')).toBe('20')
  expect(wholeAmountText(2055n, 'GBP')).toBe('20')
  expect(wholeAmountText(2055n, 'JPY')).toBe('2055')
  expect(wholeAmountText(6125n, 'KWD')).toBe('6')
})

test('changes are the fields that differ, with their values before and after (content-17)', () => {
  expect(changesOf(content, { ...content, gallery: [] })).toEqual({ before: {}, after: {} })
  expect(changesOf(content, { ...content, title: 'Dry land', tipsEnabled: false, gallery: [picture] })).toEqual({
    before: { title: 'Clean water', tipsEnabled: true, gallery: [] },
    after: { title: 'Dry land', tipsEnabled: false, gallery: [picture] },
  })
})
