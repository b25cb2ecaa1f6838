import { readLocalDate, type LocalDate } from '#shared/calendar.ts'
import { type Currency, exponentOf, isCurrency } from '#shared/currencies.ts'
import type { Money } from '#shared/money.ts'
import type { Fault } from '#shared/problem.ts'
import { zakatCategories, type ZakatCategory } from '#modules/causes/campaigns/rules/zakat.ts'
import { isPositive, toMoney } from '../numbers/exact.ts'
import { isRefused, readDecimal } from '../numbers/read-decimal.ts'

/** What the uploader confirms about recognizable faces in a picture. */
export const facesOptions = ['consented', 'hidden', 'none'] as const
export type Faces = (typeof facesOptions)[number]

export const [descriptionMax, filesMax] = [1000, 5]
const peopleMax = 10_000_000

/** A report as entered by a charity. */
export type TypedDistribution = {
  readonly amount: string
  readonly currency: string
  readonly distributedOn: string
  readonly country: string
  readonly category: string
  readonly people: string
  readonly description: string
}

export type ReportedDistribution = {
  readonly amount: Money
  readonly distributedOn: LocalDate
  readonly country: string
  readonly category: ZakatCategory
  readonly people: number
  readonly description: string
}

/**
 * Validates a report of distributed zakat (zakat-19): an amount above 0, a date up to `today`, one of the eight
 * categories, and the number of people reached. A report above what is `undistributed` of the received zakat (minor
 * units by currency) needs a description, which tells staff the reason. Returns the report, or the errors by field.
 */
export function readDistribution(
  typed: TypedDistribution,
  {
    today,
    countries,
    undistributed,
  }: {
    readonly today: LocalDate
    readonly countries: readonly string[]
    readonly undistributed: ReadonlyMap<Currency, bigint>
  },
): { readonly report: ReportedDistribution } | { readonly faults: Readonly<Record<string, Fault>> } {
  const faults: Record<string, Fault> = {}
  const currency: Currency | undefined = isCurrency(typed.currency) ? typed.currency : undefined
  if (!currency) faults.currency = { code: 'currency-unknown' }
  const amount = readDecimal(typed.amount, currency && exponentOf(currency))
  if (isRefused(amount)) faults.amount = amount
  else if (!isPositive(amount)) faults.amount = { code: 'number-not-positive' }
  const day = readLocalDate(typed.distributedOn)
  if (!day) faults.distributedOn = { code: 'date-invalid' }
  else if (day > today) faults.distributedOn = { code: 'date-in-future' }
  if (!countries.includes(typed.country)) faults.country = { code: 'country-missing' }
  const category = zakatCategories.find((known) => known === typed.category)
  if (!category) faults.category = { code: 'distribution-category-missing' }
  const people = readDecimal(typed.people, 0)
  const count = isRefused(people) ? 0 : Number(people.numerator / people.denominator)
  if (count < 1 || count > peopleMax)
    faults.people = { code: 'distribution-people-invalid', params: { max: peopleMax } }
  const description = typed.description.trim()
  if (Array.from(description).length > descriptionMax)
    faults.description = { code: 'text-too-long', params: { max: descriptionMax } }
  const money = currency && !isRefused(amount) ? toMoney(amount, currency, 'half-up') : undefined
  if (money && description === '' && money.amount > (undistributed.get(money.currency) ?? 0n))
    faults.description = { code: 'distribution-excess' }
  if (Object.keys(faults).length > 0 || !money || !day || !category) return { faults }
  return {
    report: {
      amount: money,
      distributedOn: day,
      country: typed.country,
      category,
      people: count,
      description,
    },
  }
}
