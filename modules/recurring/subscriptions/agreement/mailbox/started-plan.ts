import type { RequestContext } from '#shared/endpoint.ts'
import { isUuid } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { minuteMs } from '#shared/time.ts'
import type { LinkedView } from '../../contract-links.ts'
import { linkedView } from '../linking/linked-view.ts'
import { planOfToken } from '../managing/links.ts'
import { queueNotice } from '../queue-notice.ts'
import type { SubscriptionPorts } from '../ports.ts'
import { firstChargeAfterConfirmation } from '../../rules/unconfirmed.ts'
import { occurrencesOf } from '../schedule/occurrence-queries.ts'
import { findSubscription, type Subscription } from '../subscription-queries.ts'
import { correctMailbox } from './thanked-mailbox.ts'

/** Minimum interval between two mails with the link. */
const resendIntervalMinutes = 5

/** Returns the plan of the page that a guest sees after starting it; later changes of the link number don't matter. */
async function findStartedPlan(ports: SubscriptionPorts, token: string): Promise<Subscription> {
  const ids = planOfToken(ports, token, 'started')
  const plan = ids && isUuid(ids.id) ? await findSubscription(ports.db, ids.id) : undefined
  if (!plan?.guestEmail) throw new Problem('not-found', 'not-found')
  return plan
}

/** Returns the plan, its email address, and the time by which the link must be used (recurring-30). */
export async function readStartedPlan(
  ports: SubscriptionPorts,
  { locale }: Pick<RequestContext, 'locale'>,
  token: string,
): Promise<{ readonly plan: LinkedView; readonly email: string; readonly before: string | null }> {
  const plan = await findStartedPlan(ports, token)
  const before =
    plan.reason === 'email-unconfirmed'
      ? firstChargeAfterConfirmation(await occurrencesOf(ports.db, plan.id), ports.clock())
      : undefined
  return {
    plan: await linkedView(ports, plan, { locale, may: 'look' }),
    email: plan.guestEmail ?? '',
    before: before?.toISOString() ?? null,
  }
}

/** Mails the link again if the plan still waits for confirmation. */
export async function resendStarted(ports: SubscriptionPorts, token: string): Promise<{ readonly email: string }> {
  const plan = await findStartedPlan(ports, token)
  if (plan.reason !== 'email-unconfirmed' || plan.state !== 'paused') throw new Problem('not-found', 'not-found')
  const slot = Math.floor(ports.clock().getTime() / (resendIntervalMinutes * minuteMs))
  await ports.write((tx) =>
    queueNotice(ports, tx, {
      kind: 'confirmed',
      subscriptionId: plan.id,
      id: `again.${plan.id}.${plan.linkNumber}.${slot}`,
    }),
  )
  return { email: plan.guestEmail ?? '' }
}

/** Corrects the email address and mails the link there. */
export const correctStartedMailbox = async (
  ports: SubscriptionPorts,
  context: Pick<RequestContext, 'ip'>,
  { token, email }: { readonly token: string; readonly email: string },
): Promise<{ readonly email: string }> => correctMailbox(ports, context, await findStartedPlan(ports, token), email)
