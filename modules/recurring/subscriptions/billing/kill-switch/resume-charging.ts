import { one } from '#shared/collections.ts'
import { hourMs, minuteMs } from '#shared/time.ts'
import { isUuid } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { type Actor, record } from '#modules/platform/audit/index.ts'
import { importOrphanedCharge, findUnknownCharges } from '#modules/money/giving/index.ts'
import type { ProviderCharge } from '#modules/money/payments/index.ts'
import {
  type OccurrenceChange,
  changeOccurrences,
  type OccurrenceRow,
  occurrencesOf,
} from '../../agreement/schedule/occurrence-queries.ts'
import { composeCharge } from '../../agreement/pricing/compose-charge.ts'
import { occurrenceReferenceOf } from '../../agreement/schedule/occurrence-reference.ts'
import { scheduleDonations } from '../../agreement/schedule/schedule-donations.ts'
import { type SubscriptionPorts } from '../../agreement/ports.ts'
import { hasOneTimeExtras, saveLevelCharge } from '../../agreement/managing/level.ts'
import { findSubscription, lockSubscription } from '../../agreement/subscription-queries.ts'
import { findKillSwitch, type KillSwitch, lockKillSwitch, archiveKillSwitch } from './kill-switch-queries.ts'
import { killSwitchObject } from './set-kill-switch.ts'

/** Hours after charging was resumed in which everything due is charged, however much it is. */
const dueLimitIgnoredHours = 24
export type ResumeResult = {
  /** The kill switch that was reset; undefined if charging was not stopped. */
  readonly killSwitch: KillSwitch | undefined
  /** Number of charges that only the provider had and that are in the ledger now. */
  readonly imported: number
  /** Charges for manual review, whose donor or purpose is unknown. They are never repeated. */
  readonly unmatched: readonly string[]
}

/**
 * Resumes charging. First imports charges that only the provider has, so that nothing is charged twice. Throws
 * `payment-unavailable` while the provider is unreachable, and `kill-switch-changed` if the kill switch isn't the one
 * set at `setAt`.
 */
export async function resumeCharging(
  ports: SubscriptionPorts,
  by: Actor,
  { note = '', setAt, ip }: { readonly note?: string; readonly setAt?: Date; readonly ip?: string } = {},
): Promise<ResumeResult> {
  const killSwitch = await findKillSwitch(ports.db)
  if (setAt && setAt.getTime() !== killSwitch?.setAt.getTime()) throw new Problem('conflict', 'kill-switch-changed')
  if (!killSwitch) return { killSwitch: undefined, imported: 0, unmatched: [] }
  const { imported, unmatched } =
    killSwitch.reason === 'provider-ahead'
      ? await importCharges(ports, new Date(String(killSwitch.details.since)))
      : { imported: 0, unmatched: [] }
  const instant = ports.clock()
  await ports.write(async (tx) => {
    const activeKillSwitch = await lockKillSwitch(tx)
    if (!activeKillSwitch || activeKillSwitch.setAt.getTime() !== killSwitch.setAt.getTime()) return
    await archiveKillSwitch(tx, activeKillSwitch, instant, new Date(instant.getTime() + dueLimitIgnoredHours * hourMs))
    await record(tx, {
      actor: by,
      act: 'subscriptions.charging-resumed',
      object: killSwitchObject,
      at: instant,
      ip,
      details: { reason: activeKillSwitch.reason, details: activeKillSwitch.details, note, imported, unmatched },
    })
  })
  return { killSwitch, imported, unmatched }
}

async function importCharges(
  ports: SubscriptionPorts,
  since: Date,
): Promise<{ imported: number; unmatched: string[] }> {
  // Occurrences that were scheduled after the backup are missing.
  while ((await scheduleDonations(ports)) > 0);
  const missingCharges = await findUnknownCharges(ports, since).catch((error: unknown) => {
    ports.log.warn({ error }, 'the payment provider is unreachable; charging is still stopped')
    throw new Problem('server', 'payment-unavailable', { status: 503, retryAfterSeconds: 5 })
  })
  const remainder: string[] = []
  for (const charge of missingCharges) if (!(await importCharge(ports, charge))) remainder.push(charge.chargeId)
  if (remainder.length > 0)
    ports.log.error({ charges: remainder }, 'the provider has charges of unknown donations; each needs manual review')
  return { imported: missingCharges.length - remainder.length, unmatched: remainder }
}

/** Every state except succeeded and cancelled, because a backup can contain any of them. */
const canBePaid = (state: OccurrenceRow['state']) => state !== 'SUCCEEDED' && state !== 'CANCELLED'

async function importCharge(ports: SubscriptionPorts, charge: ProviderCharge): Promise<boolean> {
  const { subscription: subscriptionId = '', occurrences = '' } = charge.metadata
  const keys = occurrences.split(' ')
  const subscription = isUuid(subscriptionId) ? await findSubscription(ports.db, subscriptionId) : undefined
  if (!subscription) return false
  const paid = (await occurrencesOf(ports.db, subscriptionId)).filter(({ key }) => keys.includes(key))
  const chargeId = ports.newId()
  const isFirst = hasOneTimeExtras(subscription) && subscription.levelChargeId === null
  const levelChargeId = isFirst ? chargeId : subscription.levelChargeId
  const composed =
    paid.length === keys.length
      ? await composeCharge(ports, { ...subscription, levelChargeId }, { chargeId, due: paid })
      : undefined
  return ports.write(async (tx) => {
    await lockSubscription(tx, subscriptionId)
    const occurrences = (await occurrencesOf(tx, subscriptionId)).filter(
      ({ key, state }) => keys.includes(key) && canBePaid(state),
    )
    if (occurrences.length === 0) return false
    await returnToScheduled(tx, occurrences)
    const isImported =
      composed?.kind === 'order' &&
      occurrences.length === keys.length &&
      (await importOrphanedCharge(ports, tx, {
        charge,
        order: composed.order,
        currency: composed.currency,
        reference: occurrenceReferenceOf(one(occurrences)),
        chargeId,
      }))
    if (isImported && isFirst) await saveLevelCharge(tx, subscriptionId, chargeId)
    const leaseUntil = new Date(ports.clock().getTime() + 5 * minuteMs)
    await changeOccurrences(
      tx,
      occurrences.map(({ key }): OccurrenceChange => ({
        subscriptionId,
        key,
        from: ['SCHEDULED'],
        ...(isImported ? { state: 'PROCESSING', chargeId, leaseUntil } : { state: 'CANCELLED' }),
      })),
    )
    return isImported
  })
}

/**
 * Returns donations to SCHEDULED by valid state changes: a donation in progress or waiting for its donor has to fail
 * first (plans/rules/states.ts).
 */
async function returnToScheduled(
  tx: Parameters<typeof changeOccurrences>[0],
  occurrences: readonly OccurrenceRow[],
): Promise<void> {
  const to = (state: 'FAILED' | 'SCHEDULED', from: OccurrenceChange['from']) =>
    changeOccurrences(
      tx,
      occurrences.map(({ subscriptionId, key }) => ({
        subscriptionId,
        key,
        from,
        state,
        chargeId: null,
        leaseUntil: null,
        actionDeadline: null,
      })),
    )
  await to('FAILED', ['ACTION_REQUIRED'])
  await to('SCHEDULED', ['FAILED', 'PROCESSING', 'UNKNOWN', 'SKIPPED'])
}
