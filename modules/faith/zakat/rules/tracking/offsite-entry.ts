import { type LocalDate } from '#shared/calendar.ts'
import { exponentOf, isCurrency } from '#shared/currencies.ts'
import { normalizeDigits } from '#shared/input/digits.ts'
import type { Money } from '#shared/money.ts'
import type { Fault } from '#shared/problem.ts'
import { isPositive, toMoney } from '../numbers/exact.ts'
import { isRefused, readDecimal } from '../numbers/read-decimal.ts'
import { isZakatDay } from './anniversaries.ts'

/** A payment made elsewhere, as entered in a form or file. */
export type TypedOffsiteEntry = {
  readonly date: string
  readonly amount: string
  readonly currency: string
  readonly note: string
}
export type OffsiteField = keyof TypedOffsiteEntry
export type OffsiteEntry = { readonly date: LocalDate; readonly amount: Money; readonly note: string }
export type ReadOffsiteEntry =
  | { readonly entry: OffsiteEntry }
  | { readonly faults: Readonly<Partial<Record<OffsiteField, Fault>>> }

const noteMax = 500

/** Reads a payment made elsewhere: above 0, on a day up to today, in a supported currency (zakat-17). */
export function readOffsiteEntry(typed: TypedOffsiteEntry, today: LocalDate): ReadOffsiteEntry {
  const faults: Partial<Record<OffsiteField, Fault>> = {}
  const date = normalizeDigits(typed.date).trim()
  if (!isZakatDay(date)) faults.date = { code: 'date-invalid' }
  else if (date > today) faults.date = { code: 'date-in-future' }
  const currency = typed.currency.trim().toUpperCase()
  if (!isCurrency(currency)) faults.currency = { code: 'currency-unknown' }
  const amount = readDecimal(typed.amount, isCurrency(currency) ? exponentOf(currency) : undefined)
  if (isRefused(amount)) faults.amount = amount
  else if (!isPositive(amount)) faults.amount = { code: 'number-not-positive' }
  const note = typed.note.trim()
  if (Array.from(note).length > noteMax) faults.note = { code: 'text-too-long', params: { max: noteMax } }
  if (Object.keys(faults).length > 0 || !isZakatDay(date) || !isCurrency(currency) || isRefused(amount))
    return { faults }
  return { entry: { date, amount: toMoney(amount, currency, 'half-up'), note } }
}
