import { addDays } from '#shared/date-arithmetic.ts'
import { required } from '#shared/collections.ts'
import { localDateIn } from '#shared/calendar.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import { record } from '#modules/platform/audit/index.ts'
import { mandateVersion } from '#modules/money/cards/rules/mandate.ts'
import type { Viewer } from '#modules/platform/identity/index.ts'
import { monthsFor } from '#modules/recurring/plans/index.ts'
import { isActive } from '#modules/recurring/plans/rules/states.ts'
import { isProgrammeOfNights } from '#modules/recurring/plans/rules/schedule.ts'
import { aheadDays, scheduleUntil } from '../schedule/schedule-donations.ts'
import { type PlanRequester, findOpenableSubscription } from '../managing/manage.ts'
import type { SubscriptionPorts } from '../ports.ts'
import { findSubscription, lockSubscription, saveSubscription, type Subscription } from '../subscription-queries.ts'
import { reopenFutureOccurrences } from '../schedule/occurrence-queries.ts'
import { agreedUntil } from '../../rules/consent.ts'
import { queueNotice } from '../queue-notice.ts'

/**
 * Renews the donor's agreement for another year. A plan paused for lack of consent resumes now, without collecting
 * skipped donations. Programmes of nights are agreed to once and never renewed. Throws `not-found` and
 * `subscription-over`.
 */
export const renewConsent = (
  ports: SubscriptionPorts,
  viewer: Viewer,
  context: RequestContext,
  id: string,
): Promise<RenewedConsent> => renewConsentAs(ports, { kind: 'donor', viewer, id }, context)

type RenewedConsent = Pick<Subscription, 'consentUntil' | 'state' | 'reason'>

/** Renews the agreement for an account or the holder of a link. */
export async function renewConsentAs(
  ports: SubscriptionPorts,
  by: PlanRequester,
  context: Pick<RequestContext, 'ip'>,
): Promise<RenewedConsent> {
  const own = await findOpenableSubscription(ports, by)
  const months = await monthsFor(ports, own.calendar)
  const now = ports.clock()
  await ports.write(async (tx) => {
    const subscription = await lockSubscription(tx, own.id)
    if (!subscription || !isActive(subscription.state)) throw new Problem('conflict', 'subscription-over')
    const consentUntil = agreedUntil(subscription.consentUntil, localDateIn(subscription.timeZone, now))
    if (isProgrammeOfNights(subscription.schedule) || consentUntil === subscription.consentUntil) return
    const resumes = subscription.state === 'paused' && subscription.reason === 'consent'
    const agreed: Subscription = {
      ...subscription,
      ...(resumes ? { state: 'active', reason: null } : {}),
      consentUntil,
      consentRequestedAt: null,
      details: {
        ...withoutAgreedText(subscription.details),
        agreedVersion: mandateVersion,
        agreedAt: now.toISOString(),
        ip: context.ip,
      },
    }
    await saveSubscription(tx, agreed, now)
    if (resumes) await reopenFutureOccurrences(tx, subscription.id, now)
    // A donation between the end of the old year and the next scheduling run would be lost otherwise.
    if (agreed.state === 'active')
      await scheduleUntil(tx, agreed, months, now, addDays(localDateIn('UTC', now), aheadDays))
    await record(tx, {
      actor: subscription.accountId ? { kind: 'account', id: subscription.accountId } : { kind: 'visitor' },
      act: 'subscriptions.agreed',
      object: `subscription:${subscription.id}`,
      at: now,
      ip: context.ip,
      details: { agreed: mandateVersion, until: consentUntil },
    })
    if (resumes) await queueNotice(ports, tx, { kind: 'resumed', subscriptionId: subscription.id })
  })
  const { consentUntil, state, reason } = required(await findSubscription(ports.db, own.id), 'subscription')
  return { consentUntil, state, reason }
}

/** Removes the agreed text, which belongs to the earlier agreement. */
const withoutAgreedText = ({ agreedWords: _, ...details }: Subscription['details']) => details
