import { allCountryCodes } from '#modules/platform/addresses/rules/countries.ts'
import type { GalleryPicture } from '#modules/causes/campaigns/rules/gallery.ts'
import { categories } from '#modules/causes/campaigns/rules/category.ts'
import { maximumAmount, minimumAmount } from '#modules/money/giving/rules/amounts.ts'
import { isLocalDate } from '#shared/calendar.ts'
import { compare, type Currency, type Money, money, parseMajor, toMajor } from '#shared/money.ts'
import type { Fault } from '#shared/problem.ts'
import { impactsFault, type TypedImpact } from './typed-impacts.ts'

/** Content of a fundraiser's form; any value may be missing or invalid. */
export type DraftContent = {
  readonly title: string
  readonly tagline: string
  readonly category: string
  readonly location: string
  /** ISO 3166-1 alpha-2 country of the cause; empty if not chosen. */
  readonly country: string
  readonly language: string
  /** Digits in whole major units; empty if not set. */
  readonly goal: string
  /** Last day such as `2027-03-31`, in the charity's time zone; empty: no end. */
  readonly endDate: string
  /** Sanitized HTML. */
  readonly story: string
  /** Id of an uploaded picture; empty: generated artwork. */
  readonly coverId: string
  readonly coverAlt: string
  readonly gallery: GalleryPicture[]
  readonly isZakatRequested: boolean
  /** Whole major units; empty: the currency's default. */
  readonly minimumDonation: string
  readonly tipsEnabled: boolean
  readonly impacts: TypedImpact[]
}
export type DraftField = keyof DraftContent

/** Maximum of characters; a story includes its markup. */
export const draftLimits = { title: 100, tagline: 160, location: 80, story: 20_000, coverAlt: 200 } as const
/** Maximum of characters in the description of a gallery picture. */
export const galleryAltMax = 200
/** Minimum of characters in a story, without markup. */
export const storyMin = 100
const titleMin = 5
const yearsAheadMax = 5

/** Languages in which a story can be written. */
export const storyLanguages = [
  'en',
  'ar',
  'ur',
  'fa',
  'tr',
  'id',
  'ms',
  'bn',
  'fr',
  'de',
  'es',
  'bs',
  'so',
  'sw',
  'ha',
  'ja',
] as const

/** Parses a whole amount in digits (S1 §5 "whole amounts only"); undefined if invalid. */
export function wholeAmount(digits: string, currency: Currency): Money | undefined {
  if (!/^\d{1,12}$/.test(digits)) return undefined
  const amount = parseMajor(digits, currency)
  return amount && amount.amount > 0n ? amount : undefined
}

/** Returns the fault of an invalid amount, with a specific one for a fraction. */
export const wholeAmountFault = (typed: string): Fault => ({
  code: /^\d+[.,٫]\d+$/.test(typed) ? 'not-whole' : 'amount-invalid',
})

/**
 * Formats an amount for a field of whole amounts. A fraction isn't shown, and is kept until another amount is typed.
 */
export const wholeAmountText = (amount: bigint, currency: Currency): string =>
  toMajor(money(amount, currency)).replace(/\.\d+$/, '')

const tooLong = (content: DraftContent): Partial<Record<DraftField, Fault>> =>
  Object.fromEntries(
    Object.entries(draftLimits)
      .filter(([field, max]) => content[field as keyof typeof draftLimits].length > max)
      .map(([field, max]) => [field, { code: 'text-too-long', params: { max } }]),
  )

export type DraftData = {
  readonly currency: Currency
  /** Today in the charity's time zone, `2026-11-21`. */
  readonly today: string
  /** Characters of the story without markup. */
  readonly storyLength: number
}

/** Returns what is missing before submission or publication, by field. */
export function findMissingFields(
  content: DraftContent,
  { currency, today, storyLength }: DraftData,
): Partial<Record<DraftField, Fault>> {
  const missing: Partial<Record<DraftField, Fault>> = {}
  if (content.title.trim().length < titleMin) missing.title = { code: 'title-missing', params: { min: titleMin } }
  if (content.tagline.trim() === '') missing.tagline = { code: 'tagline-missing' }
  if (!(categories as readonly string[]).includes(content.category)) missing.category = { code: 'category-missing' }
  if (!allCountryCodes.includes(content.country)) missing.country = { code: 'country-missing' }
  if (!(storyLanguages as readonly string[]).includes(content.language)) missing.language = { code: 'language-missing' }
  const goal = wholeAmount(content.goal, currency)
  if (content.goal === '') missing.goal = { code: 'goal-missing' }
  else if (!goal) missing.goal = wholeAmountFault(content.goal)
  const end = endFault(content.endDate, today)
  if (end) missing.endDate = end
  if (storyLength < storyMin) missing.story = { code: 'story-too-short', params: { min: storyMin } }
  if (content.coverId !== '' && content.coverAlt.trim() === '') missing.coverAlt = { code: 'cover-alt-missing' }
  const inGallery = galleryFault(content.gallery)
  if (inGallery) missing.gallery = inGallery
  const least = minimumFault(content.minimumDonation, currency)
  if (least) missing.minimumDonation = least
  const impact = impactsFault(content.impacts, currency)
  if (impact) missing.impacts = impact
  return { ...missing, ...tooLong(content) }
}

/** Returns faults of typed values, which are shown while typing; missing values are no fault yet. */
export function findFaults(content: DraftContent, draftData: DraftData): Partial<Record<DraftField, Fault>> {
  const isEmpty = (field: DraftField) => content[field] === '' || field === 'story' || field === 'gallery'
  const found = Object.entries(findMissingFields(content, draftData)).filter(
    ([field, fault]) => fault.code === 'text-too-long' || !isEmpty(field as DraftField),
  )
  return Object.fromEntries(found)
}

/** Returns the fault of the first picture whose description is missing or too long, with its position. */
function galleryFault(gallery: readonly GalleryPicture[]): Fault | undefined {
  for (const [index, { alt }] of gallery.entries()) {
    if (alt.trim() === '') return { code: 'gallery-alt-missing', params: { number: index + 1 } }
    if (alt.length > galleryAltMax) return { code: 'text-too-long', params: { max: galleryAltMax } }
  }
  return undefined
}

function endFault(endDate: string, today: string): Fault | undefined {
  if (endDate === '') return undefined
  if (!isLocalDate(endDate)) return { code: 'date-invalid' }
  if (endDate < today) return { code: 'end-date-past' }
  const furthest = `${Number(today.slice(0, 4)) + yearsAheadMax}${today.slice(4)}`
  return endDate > furthest ? { code: 'end-date-too-far', params: { years: yearsAheadMax } } : undefined
}

function minimumFault(minimumDonation: string, currency: Currency): Fault | undefined {
  if (minimumDonation === '') return undefined
  const least = wholeAmount(minimumDonation, currency)
  if (!least) return wholeAmountFault(minimumDonation)
  if (compare(least, minimumAmount(currency)) < 0)
    return { code: 'below-minimum', params: { amount: toMajor(minimumAmount(currency)), currency } }
  if (compare(least, maximumAmount(currency)) > 0)
    return { code: 'above-maximum', params: { amount: toMajor(maximumAmount(currency)), currency } }
  return undefined
}

/** Fields whose change on a published fundraiser needs another review (content-17). */
export const reviewedFields: readonly DraftField[] = [
  'title',
  'story',
  'goal',
  'coverId',
  'coverAlt',
  'gallery',
  'impacts',
]

/** Returns the changed fields with their values before and after. */
export function changesOf(
  before: DraftContent,
  after: DraftContent,
): { before: Partial<DraftContent>; after: Partial<DraftContent> } {
  const fields = (Object.keys(after) as DraftField[]).filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  )
  const pick = (draftContent: DraftContent) => Object.fromEntries(fields.map((field) => [field, draftContent[field]]))
  return { before: pick(before), after: pick(after) }
}
