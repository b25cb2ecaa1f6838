import { required } from '#shared/collections.ts'
import { normalizeDigits } from '#shared/input/digits.ts'
import { textPaths } from '#shared/input/text-paths.ts'

function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    const value = Number(digits.at(-1 - index)) * (index % 2 === 1 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

/**
 * First digits of the card networks, with the lengths of their numbers (ISO/IEC 7812): Visa; Mastercard; American Express; Diners
 * Club; JCB; Discover, UnionPay, RuPay and Maestro; Mir and PayPak; mada, Troy, Humo and Uzcard.
 */
const networks: readonly RegExp[] = [
  /^4(?:\d{12}|\d{15}|\d{17,18})$/,
  /^(?:5[1-5]\d{4}|222[1-9]\d{2}|22[3-9]\d{3}|2[3-6]\d{4}|27[01]\d{3}|2720\d{2})\d{10}$/,
  /^3[47]\d{13}$/,
  /^3(?:0[0-5]|095|[689])\d{11,16}$/,
  /^35\d{14,17}$/,
  /^(?:5[0678]|6\d|8[12])\d{11,17}$/,
  /^220[0-5]\d{12,15}$/,
  /^(?:9682|9792|9860|8600)\d{12}$/,
]

const isCardNumber = (digits: string): boolean => passesLuhn(digits) && networks.some((network) => network.test(digits))

/** Whether groups count up by one, as numbers of receipts do. */
const isCounting = (groups: readonly string[]): boolean =>
  groups.length > 2 && groups.every((group, index) => index === 0 || Number(group) === Number(groups[index - 1]) + 1)

/**
 * Returns whether a text contains a possible card number: the first digits and the length of a card network, with a valid check
 * digit, with or without spaces (payments-19). Other digits, such as the expiry date, may be next to it, so a number may begin and
 * end with any group of digits. "Receipts 0001 0002 0003 0004" has none.
 */
export function hasCardNumber(text: string): boolean {
  const plain = normalizeDigits(text).replace(/\p{Cf}/gu, '')
  const runs = plain.match(/\d+(?:[\s._·\p{Pd}\u2212]+\d+)*/gu) ?? []
  return runs.some((run) => {
    const groups = run.split(/\D+/)
    return groups.some((_, from) => {
      let digits = ''
      for (let position = from; position < groups.length; position++) {
        digits += required(groups[position])
        if (digits.length > 19) return false
        if (digits.length >= 13 && isCardNumber(digits) && !isCounting(groups.slice(from, position + 1))) return true
      }
      return false
    })
  })
}

/**
 * Wire names of free-text fields. Other fields (phone, tokens, ids, IBAN) may contain such digits
 * (payments-19).
 */
const freeText =
  /name|note|reason|comment|body|text|message|story|about|tagline|title|description|location|place|address|city|label|relationship|medical|^q$|search/i
const typed = /token|email|url|slug|(^|[a-z])I[dD]$|^id$/

/** Returns the paths of an input's free-text and name fields that contain a card number. */
export const cardNumberPaths = (input: unknown): string[] =>
  textPaths(input, (text, path) => {
    // The items of a list have the name of the list.
    const name = path.findLast((part) => !/^\d+$/.test(part)) ?? ''
    return freeText.test(name) && !typed.test(name) && hasCardNumber(text)
  })
