import type { RequestContext } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import { assertNotOwnCharity } from '#modules/causes/campaigns/index.ts'
import { record } from '#modules/platform/audit/index.ts'
import type { Viewer } from '#modules/platform/identity/index.ts'
import {
  delayWebhooks,
  findUnhandledWebhooks,
  forEachProvider,
  markWebhookHandled,
  type PaymentProvider,
  type PaymentWarning,
  findPaidIntentOfProvider,
} from '#modules/money/payments/index.ts'
import { isOpenIntent } from '#modules/money/payments/rules/intent.ts'
import { requireRefundRole, type RefundPorts } from '../ports.ts'
import { findPaidDonations } from '../queries/donations.ts'
import { decideWarning, findOpenWarning, insertWarning } from '../queries/warnings.ts'
import { refundDonation } from '../refund-donation.ts'

/**
 * Handles stored webhook events about early fraud warnings and reviews by reading the warnings of each payment from the
 * provider (payments-10, refunds-11). Returns the number of handled events.
 */
export async function handleWarningWebhooks(ports: RefundPorts, limit = 50): Promise<number> {
  const handled = await forEachProvider(ports, (provider) => handleWebhooksOf(ports, provider, limit))
  return handled.reduce((sum, value) => sum + value, 0)
}

async function handleWebhooksOf(ports: RefundPorts, provider: PaymentProvider, limit: number): Promise<number> {
  const { name } = provider
  const notices = await findUnhandledWebhooks(ports.db, name, { about: 'warnings', now: ports.clock(), limit })
  let handled = 0
  for (const [objectId, items] of Map.groupBy(notices, (notice) => notice.objectId)) {
    const eventIds = items.map(({ eventId }) => eventId)
    try {
      const warnings = objectId === '' ? [] : await provider.warnings.listForIntent(objectId)
      if (!(await recordWarnings(ports, name, warnings))) {
        await delayWebhooks(ports, name, eventIds)
        continue
      }
      for (const eventId of eventIds) await markWebhookHandled(ports, name, eventId, ports.clock())
      handled += items.length
    } catch (error) {
      // Retried later, so that one bad event doesn't delay the others.
      ports.log.error({ error, objectId }, 'handling a warning about a payment failed')
      await delayWebhooks(ports, name, eventIds, { atLeast: 60 })
    }
  }
  return handled
}

/** Records warnings whose webhooks were missed: those that the providers reported since `since` (payments-11). */
export async function sweepWarnings(ports: RefundPorts, since: Date): Promise<void> {
  await forEachProvider(ports, async (provider) =>
    recordWarnings(ports, provider.name, await provider.warnings.listSince(since)),
  )
}

/**
 * Records each warning about a paid payment once. Returns false if one of the payments isn't settled yet, so that its
 * warning must wait. Payments of other products are ignored.
 */
async function recordWarnings(
  ports: RefundPorts,
  provider: string,
  warnings: readonly PaymentWarning[],
): Promise<boolean> {
  let areSettled = true
  for (const warning of warnings) {
    const intent = await findPaidIntentOfProvider(ports.db, provider, warning.providerIntentId)
    if (!intent) continue
    if (isOpenIntent(intent.state)) areSettled = false
    else await recordWarning(ports, { ...warning, provider, intentId: intent.id })
  }
  return areSettled
}

const recordWarning = (
  ports: RefundPorts,
  warning: PaymentWarning & { readonly provider: string; readonly intentId: string },
): Promise<void> =>
  ports.write(async (tx) => {
    const instant = ports.clock()
    if (!(await insertWarning(tx, { ...warning, id: ports.newId(), at: instant }))) return
    await record(tx, {
      actor: { kind: 'system' },
      act: 'refunds.warning-received',
      object: `intent:${warning.intentId}`,
      at: instant,
      details: { kind: warning.kind, provider: warning.warningId, reason: warning.reason },
    })
  })

/**
 * Decides a warning once: refunds everything that remains of the payment, or keeps the payment. The refund follows the
 * usual rules, such as the approval by a second person. Throws `refund-decided` for a decided one, and the refusals of a
 * refund, which leave the warning open.
 */
export async function decidePaymentWarning(
  ports: RefundPorts,
  viewer: Viewer,
  context: Pick<RequestContext, 'ip'>,
  {
    warningId,
    decision,
    note,
  }: { readonly warningId: string; readonly decision: 'refund' | 'keep'; readonly note: string },
): Promise<void> {
  const who = requireRefundRole(viewer)
  const warning = await findOpenWarning(ports.db, warningId)
  if (!warning) throw new Problem('conflict', 'refund-decided')
  // The key is the warning's, so two decisions refund once.
  if (decision === 'refund')
    await refundDonation(
      ports,
      viewer,
      { ip: context.ip, idempotencyKey: `warning:${warningId}` },
      { intentId: warning.intentId, of: 'everything', reason: 'fraud', note },
    )
  await ports.write(async (tx) => {
    const instant = ports.clock()
    // A basket has donations to several charities; the case knows only the first.
    const donations = await findPaidDonations(tx, warning.intentId)
    await assertNotOwnCharity(tx, who.accountId, { campaignIds: donations.map(({ campaignId }) => campaignId) })
    if (!(await decideWarning(tx, { id: warningId, decision, by: who.accountId, at: instant })))
      throw new Problem('conflict', 'refund-decided')
    await record(tx, {
      actor: { kind: 'account', id: who.accountId },
      act: 'refunds.warning-decided',
      object: `intent:${warning.intentId}`,
      at: instant,
      ip: context.ip,
      details: { kind: warning.kind, decision, note },
    })
  })
}
