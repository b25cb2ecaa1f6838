import { money } from '#shared/money.ts'
import type { Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { countPendingDebits, isBankAccountRefused, lockPendingDebits } from '#modules/money/payments/index.ts'
import { orderTotalOf } from '../order/order.ts'
import { type IdentifiedRequest, paymentUnavailable, type PricedOrder } from '../payment/pay-request.ts'
import type { ChargeableMethod } from '../payment/payment-method.ts'
import type { GivingPorts } from '../ports.ts'
import { isDebitable, pendingDebitsMax } from '../rules/bank-debits/bank-debit.ts'

/**
 * Refuses a debit outside the limits, or without an email to which the copy of the mandate can be sent (payments-26).
 */
export function assertDebitAllowed({ order, currency }: PricedOrder): void {
  if (order.paymentMethod !== 'ach') return
  const fields = {
    ...(isDebitable(money(orderTotalOf(order), currency)) ? {} : { amount: { code: 'bank-debit-limits' } }),
    ...(order.donor.email ? {} : { 'guest.email': { code: 'email-missing' } }),
  }
  if (Object.keys(fields).length > 0) throw new Problem('validation', 'invalid-input', { fields })
}

/** Refuses a bank account that is closed, or whose holder didn't authorize an earlier debit (payments-26). */
export async function assertBankAccountOpen(
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
 * Refuses a third pending debit of an account, an email or a visit. Runs in the claim's transaction, where concurrent
 * requests wait for each other (payments-26).
 */
export async function rejectThirdDebit(
  tx: Tx,
  { requester }: Pick<IdentifiedRequest, 'requester'>,
  { emailKey }: Pick<PricedOrder, 'emailKey'>,
): Promise<void> {
  const donor = { ...requester, emailKey }
  await lockPendingDebits(tx, donor)
  if ((await countPendingDebits(tx, donor)) >= pendingDebitsMax)
    throw new Problem('conflict', 'too-many-pending-debits')
}
