import { type Currency, exponentOf } from '#shared/money.ts'

/** Minor units that a charge must be a multiple of: card processors take three-decimal currencies in steps of ten (trust.md A7). */
export const chargeStep = (currency: Currency): bigint => (exponentOf(currency) === 3 ? 10n : 1n)
