import { normaliseDigits } from '#shared/digits.ts'

/** Ten-thousandths as per cent, without noughts at its end. */
export const percentOf = (share: number): string => (share / 100).toFixed(2).replace(/\.?0+$/, '')

/**
 * Per cent as typed, in ten-thousandths: "70", "٧٠٪", "33,3", "٣٣٫٣٣ %". Nothing typed is nothing; undefined: it is no
 * number, or one with more than two decimals, which no share has.
 */
export function shareOf(typed: string): number | undefined {
  const plain = normaliseDigits(typed)
    .replace(/[\s%٪﹪％\u200e\u200f\u2066-\u2069]/g, '')
    .replace(/[,٫]/, '.')
  if (plain === '') return typed.trim() === '' ? 0 : undefined
  const [, whole, part = ''] = /^(\d{1,3})(?:\.(\d{0,2})0*)?$/.exec(plain) ?? []
  return whole === undefined ? undefined : Number(whole) * 100 + Number(part.padEnd(2, '0'))
}

/** As it stands in an address and in words: plain where it can be read, else as it was typed. */
export function percentText(typed: string): string {
  const share = shareOf(typed)
  return typed.trim() === '' || share === undefined ? typed.trim() : percentOf(share)
}

/** Per cent for each of so many causes that come to a hundred, the earliest with the odd hundredths. */
export function evenPercents(count: number): string[] {
  const each = Math.floor(10_000 / count)
  return Array.from({ length: count }, (_, index) => percentOf(each + (index < 10_000 - each * count ? 1 : 0)))
}
