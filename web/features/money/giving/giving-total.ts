import { type Currency, divide, exponentOf, money, type Money } from '#shared/money.ts'

/** What was given in one currency; amounts in minor units. */
export type CurrencySum = {
  readonly currency: Currency
  readonly gift: number
  readonly zakat: number
  readonly count: number
}

/** Donations of several currencies as one amount; `isApproximate`: some were converted at the rate of the day. */
export type GivingTotal = CurrencySum & { readonly isApproximate: boolean }

/** The currency of a donor's one total: the one they chose to read amounts in, else the one they give most often in. */
export function totalCurrency(chosen: Currency | undefined, sums: readonly CurrencySum[]): Currency | undefined {
  const counts = new Map<Currency, number>()
  for (const { currency, count } of sums) counts.set(currency, (counts.get(currency) ?? 0) + count)
  return chosen ?? [...counts].toSorted((a, b) => b[1] - a[1]).at(0)?.[0]
}

/**
 * Adds up sums of one currency each; `converted`: the amounts of the others in `currency`, null where a rate is unknown.
 * Converted totals are rounded to whole units, since more would look exact.
 */
export function addUp(
  sums: readonly CurrencySum[],
  currency: Currency,
  converted: ReadonlyMap<Currency, { readonly gift: number; readonly zakat: number } | null>,
): GivingTotal | null {
  const total = { gift: 0n, zakat: 0n, count: 0, isApproximate: false }
  for (const sum of sums) {
    const amounts = sum.currency === currency ? sum : converted.get(sum.currency)
    if (!amounts) return null
    total.gift += BigInt(amounts.gift)
    total.zakat += BigInt(amounts.zakat)
    total.count += sum.count
    total.isApproximate ||= sum.currency !== currency
  }
  const shown = (amount: bigint) =>
    Number((total.isApproximate ? toWholeUnits(money(amount, currency)) : money(amount, currency)).amount)
  return { ...total, currency, gift: shown(total.gift), zakat: shown(total.zakat) }
}

/** Rounds half-up to whole major units; fewer than ten of them stay as they are. */
export function toWholeUnits({ amount, currency }: Money): Money {
  const unit = 10n ** BigInt(exponentOf(currency))
  return money(amount < 10n * unit ? amount : divide(amount, unit, 'half-up') * unit, currency)
}
