import type { RequestFacts } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import { continuePlanCard, type PlanCardAsked, replacePlanCard, setUpPlanCard } from '#modules/money/cards/index.ts'
import { monthsFor } from '#modules/recurring/plans/index.ts'
import { isActive } from '#modules/recurring/plans/rules/states.ts'
import type { PlanCardSetup } from '../contract-links.ts'
import { manage } from '../managing/manage.ts'
import { chargeOtherCard } from '../managing/other-card.ts'
import type { SubscriptionPorts } from '../port.ts'
import { type Opened, openLinkFor } from './link-power.ts'
import { linkedView } from './linked-view.ts'

/** Replaces the card of a guest's plan with one that was typed, once its bank accepts it (recurring-24). */
export async function changeCardByLink(
  ports: SubscriptionPorts,
  facts: RequestFacts,
  {
    token,
    cardToken,
    provider,
  }: { readonly token: string; readonly cardToken: string; readonly provider?: string | undefined },
): Promise<PlanCardSetup> {
  const opened = await openForCard(ports, token)
  const asked = await setUpPlanCard(ports, facts, {
    planId: opened.plan.id,
    token: cardToken,
    ...(provider === undefined ? {} : { provider }),
  })
  return conclude(ports, facts, { token, opened, asked })
}

/** The same after the bank's question. */
export async function finishCardByLink(
  ports: SubscriptionPorts,
  facts: RequestFacts,
  { token, setupId }: { readonly token: string; readonly setupId: string },
): Promise<PlanCardSetup> {
  const opened = await openForCard(ports, token)
  return conclude(ports, facts, {
    token,
    opened,
    asked: await continuePlanCard(ports, { planId: opened.plan.id, setupId }),
  })
}

async function openForCard(ports: SubscriptionPorts, token: string): Promise<Opened> {
  const opened = await openLinkFor(ports, token, 'change-card')
  if (!isActive(opened.plan.state)) throw new Problem('conflict', 'subscription-over')
  return opened
}

async function conclude(
  ports: SubscriptionPorts,
  facts: RequestFacts,
  { token, opened, asked }: { readonly token: string; readonly opened: Opened; readonly asked: PlanCardAsked },
): Promise<PlanCardSetup> {
  if (asked.status === 'challenge') return asked
  const months = await monthsFor(ports, opened.plan.calendar)
  const changed = await manage(
    ports,
    {
      by: { kind: 'link', token },
      facts,
      version: opened.version,
      act: 'subscriptions.changed',
      details: { changed: ['cardId'] },
    },
    async (tx, held) => {
      const cardId = await replacePlanCard(ports, tx, { planId: held.id, ...asked })
      await chargeOtherCard(ports, tx, held, { cardId, months })
    },
  )
  return { status: 'saved', plan: await linkedView(ports, changed, { locale: facts.locale, may: opened.may }) }
}
