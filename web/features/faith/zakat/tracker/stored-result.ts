import type { ZakatResult } from '#modules/faith/zakat/rules/calculator/calculate-zakat.ts'

/** Restores a stored result, whose minor units are text, to the calculator's type. */
export function toZakatResult(stored: Readonly<Record<string, unknown>>): ZakatResult {
  return JSON.parse(JSON.stringify(stored), (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('amount' in value) || !('currency' in value)) return value
    return typeof value.amount === 'string' ? { ...value, amount: BigInt(value.amount) } : value
  }) as ZakatResult
}
