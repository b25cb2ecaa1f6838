import type { LocalDate } from '#shared/calendar.ts'
import { money, toMajor } from '#shared/money.ts'
import { formatPostcode } from '#modules/platform/addresses/rules/postcode.ts'

/** The columns of HMRC's Gift Aid schedule, in its order (gift-aid-14). */
export const hmrcColumns = [
  'title',
  'firstName',
  'lastName',
  'house',
  'postcode',
  'aggregatedDonations',
  'sponsoredEvent',
  'donationDate',
  'amount',
] as const
type HmrcColumn = (typeof hmrcColumns)[number]

/** A row of the schedule as it is written. Columns that don't apply are empty. */
export type HmrcRow = { readonly [Column in HmrcColumn]: string }

/** The most characters of a column; the title is optional and has at most 4. */
const hmrcLengths = { title: 4, firstName: 35, lastName: 35, house: 40 } as const

/** The name and home address of a declaration, as the donor entered them. */
export type HmrcDonor = {
  readonly title?: string
  readonly firstName: string
  readonly lastName: string
  /** House name or number in the United Kingdom, the full address elsewhere. */
  readonly house: string
  readonly postcode: string
  /** ISO 3166-1; Guernsey, Jersey and the Isle of Man (GG, JE, IM) have postcodes of the United Kingdom's form. */
  readonly country: string
}

/** Why HMRC would refuse a row; the donor or the charity must correct it (gift-aid-14). */
export const rowFaults = [
  'first-name-missing',
  'first-name-too-long',
  'first-name-characters',
  'last-name-missing',
  'last-name-too-long',
  'last-name-characters',
  'house-missing',
  'house-too-long',
  'house-characters',
  'postcode-missing',
  'postcode-invalid',
] as const
export type RowFault = (typeof rowFaults)[number]

export type HmrcRowResult = { readonly row: HmrcRow } | { readonly faults: readonly RowFault[] }

const postcodeCountries = new Set(['GB', 'GG', 'JE', 'IM'])

/**
 * Writes a donation as a row of HMRC's schedule (gift-aid-14), or returns why it can't be one. Nothing is shortened: a
 * text that is too long or has other characters is refused. Only these are rewritten: spaces and typographic
 * apostrophes, hyphens of a last name (a space), the postcode (capitals, one space), and a title that isn't one of at
 * most 4 letters (empty). `amountPence` is in pence, `givenOn` the UK day.
 */
export function hmrcRow(donor: HmrcDonor, givenOn: LocalDate, amountPence: bigint): HmrcRowResult {
  const firstName = tidy(donor.firstName)
  const lastName = tidy(tidy(donor.lastName).replaceAll('-', ' '))
  const house = tidy(donor.house)
  const isDomestic = postcodeCountries.has(donor.country.trim().toUpperCase())
  const postcode = isDomestic ? formatPostcode(donor.postcode) : 'X'
  const faults: RowFault[] = [
    ...faultsOf('first-name', firstName, hmrcLengths.firstName, nameCharacters),
    ...faultsOf('last-name', lastName, hmrcLengths.lastName, nameCharacters),
    ...faultsOf('house', house, hmrcLengths.house, houseCharacters),
    ...postcodeFaults(donor.postcode, postcode),
  ]
  if (faults.length > 0 || postcode === undefined) return { faults }
  const [year = '', month = '', day = ''] = givenOn.split('-')
  return {
    row: {
      title: titleOf(donor.title ?? ''),
      firstName,
      lastName,
      house,
      postcode,
      aggregatedDonations: '',
      sponsoredEvent: '',
      donationDate: `${day}/${month}/${year.slice(2)}`,
      amount: toMajor(money(amountPence, 'GBP')),
    },
  }
}

/** Begins with a letter, so that no program reads it as a formula (security-12). */
const nameCharacters = /^[A-Za-z][A-Za-z' .-]*$/
const houseCharacters = /^[A-Za-z0-9][A-Za-z0-9 ,.'()/&#-]*$/

const faultsOf = (
  column: 'first-name' | 'last-name' | 'house',
  text: string,
  length: number,
  characters: RegExp,
): RowFault[] => {
  if (text === '') return [`${column}-missing`]
  return [
    ...([...text].length > length ? [`${column}-too-long` as const] : []),
    ...(characters.test(text) ? [] : [`${column}-characters` as const]),
  ]
}

const postcodeFaults = (typed: string, postcode: string | undefined): RowFault[] => {
  if (postcode !== undefined) return []
  if (typed.trim() === '') return ['postcode-missing']
  return ['postcode-invalid']
}

const titleOf = (typed: string): string => {
  const title = tidy(typed).replace(/\.$/, '')
  return /^[A-Za-z]{1,4}$/.test(title) ? title : ''
}

/** Collapses spaces, and writes apostrophes and hyphens as HMRC's spreadsheet has them. */
const tidy = (text: string): string =>
  text
    .replaceAll(/[‘’ʼ`]/g, "'")
    .replaceAll(/[‐‑–]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .trim()
