import { divide, type Money, money, subtract, zero } from '#shared/money.ts'

export type Instalments = {
  /** Number of charges, including the last. */
  readonly count: bigint
  readonly instalment: Money
  /** The amount of the last charge: the exact remainder, at most an instalment. */
  readonly last: Money
  /** The sum of all charges. */
  readonly total: Money
}

type Payable = { readonly due: Money; readonly paid: Money; readonly instalment: Money }

const remainingOf = ({ due, paid }: Payable): Money =>
  due.amount > paid.amount ? subtract(due, paid) : zero(due.currency)

/**
 * The charges that pay the remaining amount; the last is the exact remainder (zakat-21). Null if nothing remains or the
 * instalment isn't positive. All amounts have the same currency.
 */
export function planInstalments(payable: Payable): Instalments | null {
  const { instalment } = payable
  const total = remainingOf(payable)
  if (total.amount === 0n || instalment.amount <= 0n) return null
  const count = divide(total.amount, instalment.amount, 'up')
  return { count, instalment, last: money(total.amount - (count - 1n) * instalment.amount, total.currency), total }
}

/** The amount of the next charge after what was paid so far; 0 once the amount due is reached (zakat-21). */
export function nextInstalment(payable: Payable): Money {
  const remaining = remainingOf(payable)
  return remaining.amount < payable.instalment.amount ? remaining : payable.instalment
}
