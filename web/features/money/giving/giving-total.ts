import { type Currency, divide, exponentOf, money, type Money } from '#shared/money.ts'

/** Sum of the donations in one currency; amounts in minor units. */
export type CurrencySum = {
  readonly currency: Currency
  readonly gift: number
  readonly zakat: number
  readonly count: number
}

/** Sum of donations in several currencies. `isApproximate`: some were converted at today's rate. */
export type GivingTotal = CurrencySum & { readonly isApproximate: boolean }

/** Returns the currency of the total: the donor's display currency, otherwise the one they donate in most often. */
export function totalCurrency(chosen: Currency | undefined, sums: readonly CurrencySum[]): Currency | undefined {
  const counts = new Map<Currency, number>()
  for (const { currency, count } of sums) counts.set(currency, (counts.get(currency) ?? 0) + count)
  return chosen ?? [...counts].toSorted((a, b) => b[1] - a[1]).at(0)?.[0]
}

/**
 * Adds up sums of different currencies. `converted`: the other currencies' amounts in `currency`, null without a known
 * rate. A converted total is rounded to whole units so that it doesn't look exact.
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

/** Rounds half up to whole major units; amounts below ten units stay exact. */
export function toWholeUnits({ amount, currency }: Money): Money {
  const unit = 10n ** BigInt(exponentOf(currency))
  return money(amount < 10n * unit ? amount : divide(amount, unit, 'half-up') * unit, currency)
}
