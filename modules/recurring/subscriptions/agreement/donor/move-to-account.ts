import { required } from '#shared/collections.ts'
import type { Tx } from '#shared/ports.ts'
import { dayMs } from '#shared/time.ts'
import { record } from '#modules/platform/audit/index.ts'
import type { SubscriptionPorts } from '../ports.ts'
import { lockSubscription, saveSubscription } from '../subscription-queries.ts'
import { guestPlanOfIntent, plansOfProvenAddresses } from './guest-queries.ts'

/**
 * Moves guest plans to the accounts that have verified their email address (recurring-27). If the account had verified
 * it before the plan started, the move waits one day, in which the donor can still correct the address. Returns the
 * number of plans found.
 */
export async function movePlansToProvenAccounts(ports: SubscriptionPorts, limit = 200): Promise<number> {
  const now = ports.clock()
  const found = await plansOfProvenAddresses(ports.db, {
    begunBefore: new Date(now.getTime() - dayMs),
    limit,
  })
  for (const { id, email, accountId } of found)
    await ports.write(async (tx) => {
      const subscription = await lockSubscription(tx, id)
      // The address may have been changed or erased in the meantime.
      if (subscription?.guestEmail?.toLowerCase() === email) await moveToAccount(tx, { id, accountId, at: now })
    })
  return found.length
}

/** Moves the plan that started with a payment to the account that its donor has just created on the thank-you page. */
export async function movePlanToNewAccount(
  tx: Tx,
  input: { readonly intentId: string; readonly accountId: string; readonly at: Date },
): Promise<void> {
  const id = await guestPlanOfIntent(tx, input.intentId)
  if (id !== undefined) await moveToAccount(tx, { ...input, id })
}

/**
 * Moves a guest's plan to an account. Its card and mandate still serve only this plan; links mailed before can only
 * show and cancel it (recurring-24).
 */
export async function moveToAccount(
  tx: Tx,
  { id, accountId, at }: { readonly id: string; readonly accountId: string; readonly at: Date },
): Promise<void> {
  const subscription = required(await lockSubscription(tx, id), 'subscription')
  if (subscription.guestId === null) return
  await saveSubscription(tx, { ...subscription, accountId, guestId: null, guestEmail: null, guestName: null }, at)
  await record(tx, {
    actor: { kind: 'account', id: accountId },
    act: 'subscriptions.moved-to-account',
    object: `subscription:${id}`,
    at,
  })
}
