import type { TextKey } from '#shared/texts/catalogue.ts'
import { type Catalogue, type Locale, translate } from '#shared/text.ts'

/** The labels of `printedRegistration`, which receipts print in English. */
const labels: readonly (readonly [RegExp, TextKey<'causes/registrations'>])[] = [
  [/^Charity no\. (.+)$/, 'charity-no'],
  [/^EIN (.+)$/, 'ein'],
  [/^BN (.+)$/, 'bn'],
  [/^Excepted charity, HMRC reference (.+)$/, 'excepted'],
]

/**
 * Returns a printed registration in the language of a page: its label is translated, and its number stays left to
 * right. A register that the charity named itself stays as it is. `texts`: the catalogue `causes/registrations`.
 */
export function registrationText(printed: string, locale: Locale, texts: Catalogue): string {
  for (const [form, key] of labels) {
    const number = form.exec(printed)?.[1]
    if (number !== undefined) return translate(texts, locale, key, { number: isolated(number, locale) })
  }
  return printed
}

/** English text needs no isolates, so it stays as receipts print it. */
const isolated = (number: string, locale: Locale): string => (locale === 'en' ? number : `\u2066${number}\u2069`)
