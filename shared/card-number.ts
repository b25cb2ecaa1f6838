import { required } from './collections.ts'
import { normalizeDigits } from '#shared/digits.ts'
import { textPaths } from '#shared/text-paths.ts'

function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    const value = Number(digits.at(-1 - index)) * (index % 2 === 1 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

/**
 * Returns whether a text contains a possible card number: 13 to 19 digits, with or without spaces, with a valid check
 * digit (payments-19). Other digits, such as the expiry date, may be next to it, so a number may begin and end with any
 * group of digits.
 */
export function hasCardNumber(text: string): boolean {
  const runs = normalizeDigits(text).match(/\d+(?:[\s.\u2010-\u2014-]\d+)*/g) ?? []
  return runs.some((run) => {
    const groups = run.split(/\D/)
    return groups.some((_, from) => {
      let digits = ''
      for (let position = from; position < groups.length; position++) {
        digits += required(groups[position])
        if (digits.length > 19) return false
        if (digits.length >= 13 && passesLuhn(digits)) return true
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
