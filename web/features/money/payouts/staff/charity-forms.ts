import { moneyKinds } from '#modules/money/payouts/rules/amounts.ts'
import { type Currency, isCurrency } from '#shared/currencies.ts'
import { money, toMajor } from '#shared/money.ts'
import { Problem } from '#shared/problem.ts'
import { choice, hidden, text, type ValuesOf } from '#web/kit/fields.ts'
import { exactAmountFault, postedExact } from '#web/ui/posted-amount.ts'

const charity = { charity: hidden }
const reason = { reason: text(500) }

/** The forms about a charity's payouts, by intent. */
export const charityForms = {
  hold: { ...charity, ...reason },
  lift: charity,
  reserve: { ...charity, percent: text(3), ...reason },
  debt: {
    amount: text(24),
    ...reason,
    how: choice(['repaid', 'written-off'], 'repaid'),
    ...charity,
    currency: hidden,
    kind: choice(moneyKinds, 'rest'),
    campaign: hidden,
  },
  opening: {
    until: text(20),
    zakat: text(24),
    rest: text(24),
    result: choice(['paid-outside', 'nothing'], 'paid-outside'),
    ...charity,
    currency: hidden,
  },
}

const refuse = (field: string, fault: { readonly code: string }) =>
  new Problem('validation', 'invalid-input', { fields: { [field]: fault } })

function readCurrency(typed: string): Currency {
  if (!isCurrency(typed)) throw new Problem('validation', 'invalid-input')
  return typed
}

/** Returns a typed amount in minor units; it may be negative. Throws the fault of its field. */
function readMinor(field: string, typed: string, currency: Currency): number {
  const [, sign = '', digits = ''] = /^\s*([-−]?)(.*)$/s.exec(typed) ?? []
  const amount = postedExact(digits, currency)?.amount
  if (amount === undefined) throw refuse(field, exactAmountFault(digits, currency))
  return Number(sign === '' ? amount : -amount)
}

/** Returns a reserve percentage. Throws the fault of its field. */
export function readPercent(typed: string): number {
  if (!/^\d{1,2}$/.test(typed.trim())) throw refuse('percent', { code: 'not-whole' })
  return Number(typed)
}

/** Returns the input of the call about a debt. */
export function debtInput(values: ValuesOf<typeof charityForms.debt>) {
  const { charity: organizationId, campaign: campaignId, kind, how } = values
  const currency = readCurrency(values.currency)
  const amount = readMinor('amount', values.amount, currency)
  return { organizationId, campaignId, currency, kind, how, amount, reason: values.reason }
}

/** Returns the input of the call about an opening. A time is in UTC. */
export function openingInput(values: ValuesOf<typeof charityForms.opening>) {
  const { charity: organizationId, result } = values
  const currency = readCurrency(values.currency)
  if (result === 'nothing') return { organizationId, currency, result }
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(values.until)) throw refuse('until', { code: 'date-invalid' })
  return {
    organizationId,
    currency,
    result,
    until: `${values.until}:00Z`,
    zakat: readMinor('zakat', values.zakat, currency),
    rest: readMinor('rest', values.rest, currency),
  }
}

/** Returns an amount as its field shows it. */
export const fieldAmount = (minor: number | string, currency: Currency): string =>
  toMajor(money(BigInt(minor), currency))

/** Returns an instant as a `datetime-local` field shows it, in UTC. */
export const fieldInstant = (instant: string): string => instant.slice(0, 16)
