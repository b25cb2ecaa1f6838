import { createHash } from 'node:crypto'
import { formatHijri } from '#shared/calendar.ts'
import type { RequestFacts } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import { openCauses, partsOf, priceGifts } from './compose-charge.ts'
import type { PlanAsked, PlanPreview } from './contract.ts'
import { type Draft, draftOf, isProgrammeOfNights } from './draft.ts'
import type { SubscriptionPorts } from './port.ts'

/** When a plan would give and what each gift would cost; the same words the subscription is made of. */
export async function previewPlan(ports: SubscriptionPorts, facts: RequestFacts, asked: PlanAsked): Promise<PlanPreview> {
  return previewOf(ports, facts, asked, await draftOf(ports, facts.country, asked))
}

export async function previewOf(ports: SubscriptionPorts, facts: Pick<RequestFacts, 'locale'>, asked: PlanAsked, draft: Draft): Promise<PlanPreview> {
  const terms = { ...asked, currency: draft.currency }
  const { causes, campaigns } = await openCauses(ports, { causes: draft.causes, isZakat: asked.isZakat, currency: draft.currency }, draft.gifts[0]!.on)
  if (causes.length === 0) throw new Problem('conflict', 'nothing-to-give')
  const gifts = await Promise.all(
    draft.gifts.map(async ({ key, on, dueAt, number, isUncertain, gift, tip }) => {
      const quotes = await priceGifts(ports, terms, partsOf({ gift, tip }, draft.currency, causes, campaigns))
      const sum = (part: 'gift' | 'tip' | 'coveredFee') => Number(quotes.reduce((total, quote) => total + quote[part].amount, 0n))
      return {
        key,
        on: on as string,
        onHijri: formatHijri(on, facts.locale),
        dueAt: dueAt.toISOString(),
        number,
        isUncertain,
        gift: sum('gift'),
        tip: sum('tip'),
        coveredFee: sum('coveredFee'),
      }
    }),
  )
  const costOf = (list: typeof gifts) => list.reduce((total, { gift, tip, coveredFee }) => total + gift + tip + coveredFee, 0)
  const last = gifts.at(-1)!
  const priced = gifts.map(({ key, gift, tip, coveredFee }) => [isProgrammeOfNights(draft.schedule) ? key : '', gift, tip, coveredFee])
  return {
    currency: draft.currency,
    timeZone: draft.timeZone,
    calendar: draft.calendar,
    gifts,
    total: costOf(gifts),
    totalOf29: draft.schedule.kind === 'ramadan' && last.number === 30 && last.isUncertain ? costOf(gifts.slice(0, -1)) : null,
    quoteHash: createHash('sha256')
      .update(JSON.stringify([draft.plan.id, draft.currency, isProgrammeOfNights(draft.schedule) ? priced : priced[0], draft.causes]))
      .digest('base64url'),
  }
}
