import { hasCardNumber } from '#shared/input/card-number.ts'
import { isLocalDate, type LocalDate } from '#shared/calendar.ts'
import { normalizeDigits } from '#shared/input/digits.ts'
import { type Currency, exponentOf, parseMajor, fromMajor } from '#shared/money.ts'
import { readAmountText } from '#shared/input/typed-number.ts'
import type { Fault } from '#shared/problem.ts'
import { checkName } from '#modules/money/giving/rules/free-text.ts'

/** How an offline donation was received. */
export const offlineMethods = ['cash', 'bank', 'cheque', 'other'] as const
export type OfflineMethod = (typeof offlineMethods)[number]

/** `waiting`: for a second person; `counted`; `withdrawn`: final. */
export const offlineStates = ['waiting', 'counted', 'withdrawn'] as const
export type OfflineState = (typeof offlineStates)[number]

/** A donation as typed or read from a file. `amount` is in decimal major units. */
export type OfflineDraft = {
  readonly amount: string
  readonly currency: string
  readonly receivedOn: string
  readonly donorName: string
  readonly isAnonymous: boolean
  readonly method: string
  readonly note: string
}

/** An offline donation in minor units of its fundraiser's currency; anonymous without a name. */
export type OfflineDonation = {
  readonly amount: bigint
  readonly receivedOn: LocalDate
  readonly donorName: string | null
  readonly method: OfflineMethod
  readonly note: string
}

type OfflineField = 'amount' | 'currency' | 'receivedOn' | 'donorName' | 'method' | 'note'
export type OfflineFaults = { readonly [Field in OfflineField]?: Fault }

const nameMax = 80
const noteMax = 500
/** Larger amounts are considered typing errors. Major units. */
const amountMax = 10_000_000n
/** Maximum age of a recorded donation in years. */
const yearsBack = 5

const tidy = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/**
 * Parses and validates an offline donation (content-11), for the form and for each row of a file. `today` is the date
 * in the charity's time zone.
 */
export function readOffline(
  draft: OfflineDraft,
  input: { readonly currency: Currency; readonly today: LocalDate },
):
  | { readonly donation: OfflineDonation; readonly faults?: undefined }
  | { readonly donation?: undefined; readonly faults: OfflineFaults } {
  const faults: { [Field in OfflineField]?: Fault } = {}
  const read = readAmountText(draft.amount, exponentOf(input.currency))
  const amount = typeof read === 'string' ? parseMajor(read, input.currency)?.amount : undefined
  if (typeof read !== 'string' && read.code === 'number-ambiguous') faults.amount = read
  else if (amount === undefined || amount === 0n)
    faults.amount = { code: 'offline-amount', params: { currency: input.currency } }
  else if (amount > fromMajor(amountMax.toString(), input.currency).amount)
    faults.amount = { code: 'offline-amount-too-large' }
  if (draft.currency.trim() !== '' && draft.currency.trim().toUpperCase() !== input.currency)
    faults.currency = { code: 'offline-currency', params: { currency: input.currency } }
  const receivedOn = normalizeDigits(draft.receivedOn).trim()
  const dayFault = faultOfDay(receivedOn, input.today)
  if (dayFault) faults.receivedOn = dayFault
  const donorName = draft.isAnonymous ? null : tidy(draft.donorName)
  const nameFault = checkName(donorName ?? undefined, nameMax)
  if (donorName !== null && !/[\p{L}\p{N}]/u.test(donorName)) faults.donorName = { code: 'offline-donor' }
  else if (nameFault) faults.donorName = nameFault
  const method = offlineMethods.find((offlineMethod) => offlineMethod === draft.method.trim().toLowerCase())
  if (!method) faults.method = { code: 'offline-method' }
  const note = tidy(draft.note)
  if (!/[\p{L}\p{N}]/u.test(note)) faults.note = { code: 'offline-evidence' }
  else if (Array.from(note).length > noteMax) faults.note = { code: 'text-too-long', params: { max: noteMax } }
  else if (hasCardNumber(note)) faults.note = { code: 'card-number-in-text' }
  if (amount === undefined || !method || !isLocalDate(receivedOn) || Object.keys(faults).length > 0) return { faults }
  return { donation: { amount, receivedOn, donorName, method, note } }
}

function faultOfDay(day: string, today: LocalDate): Fault | undefined {
  if (!isLocalDate(day)) return { code: 'offline-day' }
  if (day > today) return { code: 'offline-day-future' }
  const earliest = `${String(Number(today.slice(0, 4)) - yearsBack).padStart(4, '0')}${today.slice(4)}`
  return day < earliest ? { code: 'offline-day-old', params: { years: yearsBack } } : undefined
}
