import type { RequestContext } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import { continuePlanCard, type PlanCardResult, replacePlanCard, setUpPlanCard } from '#modules/money/cards/index.ts'
import { monthsFor } from '#modules/recurring/plans/index.ts'
import { isActive } from '#modules/recurring/plans/rules/states.ts'
import type { PlanCardSetup } from '../../contract-links.ts'
import { manage } from '../managing/manage.ts'
import { replaceCard } from '../managing/replace-card.ts'
import type { SubscriptionPorts } from '../ports.ts'
import { type OpenedLink, openLinkFor } from './link-permission.ts'
import { linkedView } from './linked-view.ts'

/** Replaces the card of a guest's plan with a newly entered one, once its bank accepts it (recurring-24). */
export async function changeCardByLink(
  ports: SubscriptionPorts,
  context: RequestContext,
  {
    token,
    cardToken,
    provider,
  }: { readonly token: string; readonly cardToken: string; readonly provider?: string | undefined },
): Promise<PlanCardSetup> {
  const opened = await openForCard(ports, token)
  const planCardAsked = await setUpPlanCard(ports, context, {
    planId: opened.plan.id,
    token: cardToken,
    ...(provider === undefined ? {} : { provider }),
  })
  return applySetup(ports, context, { token, opened, asked: planCardAsked })
}

/** Replaces the card after its 3-D Secure challenge. */
export async function finishCardByLink(
  ports: SubscriptionPorts,
  context: RequestContext,
  { token, setupId }: { readonly token: string; readonly setupId: string },
): Promise<PlanCardSetup> {
  const opened = await openForCard(ports, token)
  return applySetup(ports, context, {
    token,
    opened,
    asked: await continuePlanCard(ports, { planId: opened.plan.id, setupId }),
  })
}

async function openForCard(ports: SubscriptionPorts, token: string): Promise<OpenedLink> {
  const opened = await openLinkFor(ports, token, 'change-card')
  if (!isActive(opened.plan.state)) throw new Problem('conflict', 'subscription-over')
  return opened
}

async function applySetup(
  ports: SubscriptionPorts,
  context: RequestContext,
  {
    token,
    opened: openedLink,
    asked,
  }: { readonly token: string; readonly opened: OpenedLink; readonly asked: PlanCardResult },
): Promise<PlanCardSetup> {
  if (asked.status === 'challenge') return asked
  const months = await monthsFor(ports, openedLink.plan.calendar)
  const changed = await manage(
    ports,
    {
      by: { kind: 'link', token },
      context,
      version: openedLink.version,
      act: 'subscriptions.changed',
      details: { changed: ['cardId'] },
    },
    async (tx, subscription) => {
      const cardId = await replacePlanCard(ports, tx, { planId: subscription.id, ...asked })
      await replaceCard(ports, tx, subscription, { cardId, months })
    },
  )
  return { status: 'saved', plan: await linkedView(ports, changed, { locale: context.locale, may: openedLink.may }) }
}
