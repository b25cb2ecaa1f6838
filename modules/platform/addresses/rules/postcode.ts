import { normalizeDigits } from '#shared/input/digits.ts'

/**
 * Outward and inward part of a British postcode; I, J, Z and the letters C I K M O V occur only where the Royal Mail
 * uses them. Both alternatives are anchored.
 */
const british =
  /^(?:(GIR)(0AA)|([A-PR-UWYZ](?:\d{1,2}|[A-HK-Y]\d|[A-HK-Y]\d\d|\d[A-HJKPS-UW]|[A-HK-Y]\d[ABEHMNPRV-Y]))(\d[ABD-HJLNP-UW-Z]{2}))$/

/** Formats a British postcode as HMRC requires: upper case, one space. Undefined if the text isn't one. */
export function formatPostcode(typed: string): string | undefined {
  const match = british.exec(typed.toUpperCase().replace(/\s/g, ''))
  return match ? `${match[1] ?? match[3]} ${match[2] ?? match[4]}` : undefined
}

/** Countries that have or use no postal codes; some people type "00000" or "none". */
const withoutCodes = new Set(
  'AE AG AO AW BF BI BJ BO BS BW BZ CD CF CG CI CM DJ DM ER FJ GA GD GH GM GQ GY HK JM KM KN LY ML MO MR MW QA RW SB SC SL SO SR SS ST TD TG TL TO UG VU WS YE ZW'.split(
    ' ',
  ),
)

/** Countries with a known format in which many addresses have no postal code. */
const withOptionalCodes = new Set('CL IE IQ JO KG KW NG NP PK SA TJ UZ'.split(' '))

/**
 * Countries by the number of digits of their postal codes, if these consist of digits only; spaces and hyphens are
 * ignored.
 */
const digitCounts: Readonly<Record<string, string>> = {
  '4': 'AT AU BE BG CH CY DK HU LI LU LV NO NZ SI TN ZA',
  '5': 'BA CZ DE DZ EE ES FI FR GR HR ID IQ IT JO KR KW LK LT MA MC ME MX MY NP PK PL RS SE SK TH TR UA',
  '59': 'SA',
  '57': 'IL',
  '6': 'CN IN KG KZ NG RO SG TJ UZ',
  '7': 'CL JP',
  '47': 'PT',
  '8': 'BR',
}
const digitsOf = new Map(
  Object.entries(digitCounts).flatMap(([counts, countries]) =>
    countries.split(' ').map((country) => [country, counts]),
  ),
)

const shapes: Readonly<Record<string, RegExp>> = {
  US: /^\d{5}(?:-?\d{4})?$/,
  CA: /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z][ -]?\d[ABCEGHJ-NPRSTV-Z]\d$/i,
  NL: /^\d{4} ?[A-Z]{2}$/i,
  IE: /^[AC-FHKNPRTV-Y]\d[\dW] ?[\dAC-FHKNPRTV-Y]{4}$/i,
}
const anywhere = /^[\p{L}\p{N}][\p{L}\p{N} -]{1,11}$/u

/** Whether each address in a country has a postal code: it uses a known format (content-35). */
const needsPostalCode = (country: string): boolean =>
  country === 'GB' || ((digitsOf.has(country) || country in shapes) && !withOptionalCodes.has(country))

/**
 * Whether a postal code has its country's format; it may be empty where many addresses have none. Countries without a
 * known format accept any short code. Arabic digits count as digits.
 */
export function isPostalCode(text: string, country: string | undefined): boolean {
  const code = normalizeDigits(text).trim()
  if (code === '' && country) return !needsPostalCode(country)
  if (country === 'GB') return formatPostcode(code) !== undefined
  if (withoutCodes.has(country ?? '')) return code.length <= 12
  const counts = digitsOf.get(country ?? '')
  if (counts === undefined) return (shapes[country ?? ''] ?? anywhere).test(code)
  // `LV-1010`, `D-10115`: the country's letters are often prefixed.
  const digits = code.replace(/^[A-Z]{1,2}[ -](?=\d)/i, '').replace(/[ -]/g, '')
  return /^\d+$/.test(digits) && counts.includes(String(digits.length))
}
