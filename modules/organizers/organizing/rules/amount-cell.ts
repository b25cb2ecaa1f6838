import type { Currency } from '#shared/currencies.ts'
import { numberFormat } from '#shared/formats.ts'
import { locales } from '#shared/texts/locales.ts'

/** Returns a currency's code and its signs in each language of the site. */
const signsOf = (currency: Currency): string[] => [
  currency,
  ...locales.flatMap((locale) =>
    (['symbol', 'narrowSymbol'] as const).flatMap((currencyDisplay) =>
      numberFormat(locale, { style: 'currency', currency, currencyDisplay })
        .formatToParts(1)
        .flatMap(({ type, value }) => (type === 'currency' ? [plain(value)] : [])),
    ),
  ),
]

/** Removes marks of direction and spaces around a text. */
const plain = (text: string): string => text.replace(/[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g, '').trim()

/**
 * Returns an amount of a file without the sign or code of the fundraiser's currency, as in "£5.00", "GBP 5" and "5,00 £"
 * (content-37). Another currency's sign stays, so that the amount is refused.
 */
export function amountInFile(cell: string, currency: Currency): string {
  const text = plain(cell)
  const upper = text.toUpperCase()
  const signs = signsOf(currency).toSorted((one, other) => other.length - one.length)
  const before = signs.find((sign) => upper.startsWith(sign.toUpperCase()))
  if (before !== undefined) return text.slice(before.length).trim()
  const after = signs.find((sign) => upper.endsWith(sign.toUpperCase()))
  return after === undefined ? cell : text.slice(0, -after.length).trim()
}
