import { money } from '#shared/money.ts'
import type { Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { countPendingDebits, isBankAccountRefused, lockPendingDebits } from '#modules/money/payments/index-debits.ts'
import { totalOf } from '../order/order.ts'
import { type IdentifiedRequest, paymentUnavailable, type PricedOrder } from '../payment/pay-request.ts'
import type { ChargeableMethod } from '../payment/payment-method.ts'
import type { GivingPorts } from '../ports.ts'
import { isDebitable, pendingDebitsMax } from '../rules/bank-debits/bank-debit.ts'

/** Refuses a debit of too little or too much, and one without an address for the copy of its mandate (payments-26). */
export function refuseDebit({ order, currency }: PricedOrder): void {
  if (order.paymentMethod !== 'ach') return
  const fields = {
    ...(isDebitable(money(totalOf(order), currency)) ? {} : { amount: { code: 'bank-debit-limits' } }),
    ...(order.donor.email ? {} : { 'guest.email': { code: 'email-missing' } }),
  }
  if (Object.keys(fields).length > 0) throw new Problem('validation', 'invalid-input', { fields })
}

/** Refuses an account that its bank has reported closed, or whose holder did not authorize a debit (payments-26). */
export async function refuseClosedAccount(
  ports: GivingPorts,
  { provider, feeMethod, method }: ChargeableMethod,
): Promise<void> {
  if (feeMethod !== 'ach') return
  const tokenBankAccount = await provider.readBankAccount(method)
  if (tokenBankAccount.kind === 'unreachable') {
    ports.log.error({ reason: tokenBankAccount.reason }, 'the payment provider is away; nothing was charged')
    throw paymentUnavailable()
  }
  if (tokenBankAccount.fingerprint && (await isBankAccountRefused(ports.db, tokenBankAccount.fingerprint)))
    throw new Problem('validation', 'invalid-input', { fields: { tokens: { code: 'bank-account-refused' } } })
}

/**
 * Refuses a third pending debit of an account, an email or a browser visit, in the transaction of the claim: of two
 * requests at once the second one waits for the first (payments-26).
 */
export async function refuseThirdDebit(
  tx: Tx,
  { requester }: Pick<IdentifiedRequest, 'requester'>,
  { emailKey }: Pick<PricedOrder, 'emailKey'>,
): Promise<void> {
  const donor = { ...requester, emailKey }
  await lockPendingDebits(tx, donor)
  if ((await countPendingDebits(tx, donor)) >= pendingDebitsMax)
    throw new Problem('conflict', 'too-many-pending-debits')
}
