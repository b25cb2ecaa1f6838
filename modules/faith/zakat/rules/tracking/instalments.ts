import { divide, type Money, money, subtract, zero } from '#shared/money.ts'

export type Instalments = {
  /** How many charges there are, the last included. */
  readonly count: bigint
  readonly instalment: Money
  /** Exactly what remains before the last charge: at most an instalment. */
  readonly last: Money
  /** What all charges sum to. */
  readonly total: Money
}

type Payable = { readonly due: Money; readonly paid: Money; readonly instalment: Money }

const remainingOf = ({ due, paid }: Payable): Money =>
  due.amount > paid.amount ? subtract(due, paid) : zero(due.currency)

/**
 * The charges that pay what is still due, the last of which is the exact remainder (zakat-21). Null where nothing remains
 * or the instalment is not above 0. All amounts are of one currency.
 */
export function planInstalments(payable: Payable): Instalments | null {
  const { instalment } = payable
  const total = remainingOf(payable)
  if (total.amount === 0n || instalment.amount <= 0n) return null
  const count = divide(total.amount, instalment.amount, 'up')
  return { count, instalment, last: money(total.amount - (count - 1n) * instalment.amount, total.currency), total }
}

/** What the next charge is, given all that is paid by now: 0 when what is due is reached (zakat-21). */
export function nextInstalment(payable: Payable): Money {
  const remaining = remainingOf(payable)
  return remaining.amount < payable.instalment.amount ? remaining : payable.instalment
}
