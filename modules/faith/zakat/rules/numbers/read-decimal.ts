import type { Fault } from '#shared/problem.ts'
import { isRefusedNumber, readNumber } from '#shared/input/typed-number.ts'
import { type Fraction, fraction } from './exact.ts'

/** Parses a number as entered by a donor, exactly; empty is 0. Errors as in `readNumber` (zakat-15). */
export function readDecimal(text: string, decimalsMax?: number): Fraction | Fault {
  const read = readNumber(text, decimalsMax)
  if (isRefusedNumber(read)) return read
  return fraction(BigInt(read.whole + read.decimals), 10n ** BigInt(read.decimals.length))
}

/** Whether a number was invalid. */
export const isRefused = (value: Fraction | Fault): value is Fault => 'code' in value
