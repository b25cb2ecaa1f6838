import { normalizeDigits } from '#shared/input/digits.ts'

/** Formats ten-thousandths as a percentage without trailing zeros. */
export const percentOf = (share: number): string => (share / 100).toFixed(2).replace(/\.?0+$/, '')

/**
 * Parses a typed percentage to ten-thousandths: "70", "٧٠٪", "33,3", "٣٣٫٣٣ %". Empty is 0; undefined if it isn't a
 * number or has more than two decimals.
 */
export function shareOf(typed: string): number | undefined {
  const plain = normalizeDigits(typed)
    .replace(/[\s%٪﹪％]/g, '')
    .replace(/[,٫]/, '.')
  if (plain === '') return typed.trim() === '' ? 0 : undefined
  const [, whole, part = ''] = /^(\d{1,3})(?:\.(\d{0,2})0*)?$/.exec(plain) ?? []
  return whole === undefined ? undefined : Number(whole) * 100 + Number(part.padEnd(2, '0'))
}

/** Normalizes a typed percentage for the URL and for text; unreadable input is returned as typed. */
export function percentText(typed: string): string {
  const share = shareOf(typed)
  return typed.trim() === '' || share === undefined ? typed.trim() : percentOf(share)
}

/** Splits 100 % evenly between `count` causes; the first ones get the remaining hundredths. */
export function evenPercents(count: number): string[] {
  const share = Math.floor(10_000 / count)
  return Array.from({ length: count }, (_, index) => percentOf(share + (index < 10_000 - share * count ? 1 : 0)))
}
