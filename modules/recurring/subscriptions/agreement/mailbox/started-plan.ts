import type { RequestContext } from '#shared/endpoint.ts'
import { isUuid } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import type { LinkedView } from '../../contract-links.ts'
import { linkedView } from '../linking/linked-view.ts'
import { planOfToken } from '../managing/links.ts'
import type { SubscriptionPorts } from '../ports.ts'
import { findSubscription, type Subscription } from '../subscription-queries.ts'
import { correctMailbox } from './thanked-mailbox.ts'

/** Returns the plan of the page that a guest sees after starting it; later changes of the link number don't matter. */
async function findStartedPlan(ports: SubscriptionPorts, token: string): Promise<Subscription> {
  const ids = planOfToken(ports, token, 'started')
  const plan = ids && isUuid(ids.id) ? await findSubscription(ports.db, ids.id) : undefined
  if (!plan?.guestEmail) throw new Problem('not-found', 'not-found')
  return plan
}

/** Returns the plan and its email address (recurring-30). */
export async function readStartedPlan(
  ports: SubscriptionPorts,
  { locale }: Pick<RequestContext, 'locale'>,
  token: string,
): Promise<{ readonly plan: LinkedView; readonly email: string }> {
  const plan = await findStartedPlan(ports, token)
  return { plan: await linkedView(ports, plan, { locale, may: 'look' }), email: plan.guestEmail ?? '' }
}

/** Corrects the email address and mails the confirmation there. */
export const correctStartedMailbox = async (
  ports: SubscriptionPorts,
  context: Pick<RequestContext, 'ip'>,
  { token, email }: { readonly token: string; readonly email: string },
): Promise<{ readonly email: string }> => correctMailbox(ports, context, await findStartedPlan(ports, token), email)
