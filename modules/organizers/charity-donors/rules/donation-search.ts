import type { Currency } from '#shared/currencies.ts'
import { normalizeCode, normalizeDigits } from '#shared/input/digits.ts'
import { isRefusedNumber, readNumber } from '#shared/input/typed-number.ts'
import { type Money, parseMajor } from '#shared/money.ts'

/** What a search of donations looks for. Words are a part of a name or a visible email address. */
export type DonationSearch =
  | { readonly kind: 'receipt'; readonly number: string }
  | { readonly kind: 'reference'; readonly reference: string }
  /** A decimal number, whose currency decides the minor units. */
  | { readonly kind: 'amount'; readonly amount: string }
  | { readonly kind: 'words'; readonly words: string }

const receiptNumber = /^\d{1,18}-\d{4}-\d{6,}$/
const reference = /^(?=.*\d)[\dA-F]{10}$/

/** Recognizes what was typed: a receipt number, a donation's reference, an amount, or words; undefined if empty. */
export function readDonationSearch(typed: string): DonationSearch | undefined {
  const words = typed.trim()
  if (words === '') return undefined
  const code = normalizeCode(words)
  const number = normalizeDigits(words).replace(/\s/g, '')
  if (receiptNumber.test(number)) return { kind: 'receipt', number }
  if (reference.test(code)) return { kind: 'reference', reference: code.toLowerCase() }
  const read = readNumber(words.replace(/\p{Sc}/gu, ''))
  if (isRefusedNumber(read) || read.whole + read.decimals === '') return { kind: 'words', words }
  const decimals = read.decimals.replace(/0+$/, '')
  const whole = read.whole.replace(/^0+(?=\d)/, '') || '0'
  return { kind: 'amount', amount: decimals === '' ? whole : `${whole}.${decimals}` }
}

/** Returns the amount in each of the currencies that have enough decimals for it. */
export const amountsIn = (amount: string, currencies: readonly Currency[]): Money[] =>
  currencies.flatMap((currency) => parseMajor(amount, currency) ?? [])
