import { one } from '#shared/collections.ts'
import { hourMs, minuteMs } from '#shared/time.ts'
import { isUuid } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { type Actor, record } from '#modules/platform/audit/index.ts'
import { importOrphanedCharge, unknownCharges } from '#modules/money/giving/index-payment.ts'
import type { ProviderCharge } from '#modules/money/payments/index.ts'
import {
  type Change,
  changeOccurrences,
  composeCharge,
  type OccurrenceRow,
  occurrencesOf,
  referenceOf,
} from '#modules/recurring/agreement/index-occurrences.ts'
import { materialise, type SubscriptionPorts } from '#modules/recurring/agreement/index.ts'
import {
  bringsOnce,
  findSubscription,
  lockSubscription,
  saveLevelCharge,
} from '#modules/recurring/agreement/index-subscription.ts'
import { findKillSwitch, type KillSwitch, lockKillSwitch, moveToReleases } from './kill-switch-queries.ts'
import { killSwitchObject } from './set-kill-switch.ts'

/** So long a person who let go of the brake has looked at what is due, and it is charged however much it is. */
const floodIgnoredHours = 24
export type Released = {
  /** What was let go of; undefined: no brake was set. */
  readonly brake: KillSwitch | undefined
  /**
   * Charges the provider knew and we did not, of gifts of subscriptions: in our books again as soon as they are looked
   * up.
   */
  readonly adopted: number
  /** Charges that need a person: nothing tells us whose they are, or for what. Never charged again. */
  readonly left: readonly string[]
}

/**
 * A person lets go of the brake. Before anything is charged again, the charges that were lost are taken from the
 * provider: gifts they were for are paid, and no others are left that could be charged a second time. Throws
 * `payment-unavailable` while the provider cannot be asked, and `brake-changed` where it is not the one they looked at,
 * set at `setAt`.
 */
export async function resumeCharging(
  ports: SubscriptionPorts,
  by: Actor,
  { note = '', setAt, ip }: { readonly note?: string; readonly setAt?: Date; readonly ip?: string } = {},
): Promise<Released> {
  const brake = await findKillSwitch(ports.db)
  if (setAt && setAt.getTime() !== brake?.setAt.getTime()) throw new Problem('conflict', 'brake-changed')
  if (!brake) return { brake: undefined, adopted: 0, left: [] }
  const { adopted, left } =
    brake.reason === 'provider-ahead'
      ? await takeBack(ports, new Date(String(brake.facts.since)))
      : { adopted: 0, left: [] }
  const at = ports.clock()
  await ports.write(async (tx) => {
    const held = await lockKillSwitch(tx)
    if (!held || held.setAt.getTime() !== brake.setAt.getTime()) return
    await moveToReleases(tx, held, at, new Date(at.getTime() + floodIgnoredHours * hourMs))
    await record(tx, {
      actor: by,
      act: 'subscriptions.brake-released',
      object: killSwitchObject,
      at,
      ip,
      details: { reason: held.reason, facts: held.facts, note, adopted, left },
    })
  })
  return { brake, adopted, left }
}

async function takeBack(ports: SubscriptionPorts, since: Date): Promise<{ adopted: number; left: string[] }> {
  // Gifts that were written down after the backup are not there any more.
  while ((await materialise(ports)) > 0);
  const lost = await unknownCharges(ports, since).catch((error: unknown) => {
    ports.log.warn({ error }, 'the payment provider cannot be asked; the brake stays set')
    throw new Problem('server', 'payment-unavailable', { status: 503, retryAfterSeconds: 5 })
  })
  const left: string[] = []
  for (const charge of lost) if (!(await adopt(ports, charge))) left.push(charge.chargeId)
  if (left.length > 0)
    ports.log.error({ charges: left }, 'the provider charged for gifts that we do not know; each needs a person')
  return { adopted: lost.length - left.length, left }
}

/** Everything but paid and over: a backup may have found a gift anywhere on its way. */
const mayBePaid = (state: OccurrenceRow['state']) => state !== 'SUCCEEDED' && state !== 'CANCELLED'

async function adopt(ports: SubscriptionPorts, charge: ProviderCharge): Promise<boolean> {
  const { subscription: subscriptionId = '', occurrences = '' } = charge.metadata
  const keys = occurrences.split(' ')
  const subscription = isUuid(subscriptionId) ? await findSubscription(ports.db, subscriptionId) : undefined
  if (!subscription) return false
  const paid = (await occurrencesOf(ports.db, subscriptionId)).filter(({ key }) => keys.includes(key))
  const chargeId = ports.newId()
  const isFirst = bringsOnce(subscription) && subscription.levelChargeId === null
  const levelChargeId = isFirst ? chargeId : subscription.levelChargeId
  const composed =
    paid.length === keys.length
      ? await composeCharge(ports, { ...subscription, levelChargeId }, { chargeId, due: paid })
      : undefined
  return ports.write(async (tx) => {
    await lockSubscription(tx, subscriptionId)
    const held = (await occurrencesOf(tx, subscriptionId)).filter(
      ({ key, state }) => keys.includes(key) && mayBePaid(state),
    )
    if (held.length === 0) return false
    await backToScheduled(tx, held)
    const isAdopted =
      composed?.kind === 'order' &&
      held.length === keys.length &&
      (await importOrphanedCharge(ports, tx, {
        charge,
        order: composed.order,
        currency: composed.currency,
        reference: referenceOf(one(held)),
        chargeId,
      }))
    if (isAdopted && isFirst) await saveLevelCharge(tx, subscriptionId, chargeId)
    const leaseUntil = new Date(ports.clock().getTime() + 5 * minuteMs)
    await changeOccurrences(
      tx,
      held.map(({ key }): Change => ({
        subscriptionId,
        key,
        from: ['SCHEDULED'],
        ...(isAdopted ? { state: 'PROCESSING', chargeId, leaseUntil } : { state: 'CANCELLED' }),
      })),
    )
    return isAdopted
  })
}

/**
 * By the moves there are: what is under way or waits for its donor first has to have failed (plans/rules/states.ts).
 */
async function backToScheduled(
  tx: Parameters<typeof changeOccurrences>[0],
  held: readonly OccurrenceRow[],
): Promise<void> {
  const to = (state: 'FAILED' | 'SCHEDULED', from: Change['from']) =>
    changeOccurrences(
      tx,
      held.map(({ subscriptionId, key }) => ({
        subscriptionId,
        key,
        from,
        state,
        chargeId: null,
        leaseUntil: null,
        waitsUntil: null,
      })),
    )
  await to('FAILED', ['ACTION_REQUIRED'])
  await to('SCHEDULED', ['FAILED', 'PROCESSING', 'UNKNOWN', 'SKIPPED'])
}
