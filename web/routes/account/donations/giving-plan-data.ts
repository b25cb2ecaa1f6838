import type { RenderContext } from '#server/pages/render-context.ts'
import { agreedUntil, needsYearlyRenewal } from '#modules/recurring/subscriptions/rules/consent.ts'
import { localDate, localDateIn } from '#shared/calendar.ts'
import { zoneChoices } from '#shared/texts/zone-names.ts'
import { monthOf } from '#web/features/recurring/subscriptions/calendar/month.ts'
import type { EditChoices } from '#web/features/recurring/subscriptions/edit-parts.tsx'
import { hasNights, type Plan } from '#web/features/recurring/subscriptions/plan-text.ts'
import type { Editable } from '#web/features/recurring/subscriptions/posted-change.ts'
import { loadSavedCards } from '#web/lib/saved-cards.ts'

/**
 * Returns the month to show: of the donation that the link names, otherwise of the next one, otherwise of the last one.
 */
export function monthToShow({ next, occurrences, timeZone }: Plan, named: string, now: Date): string {
  const today = localDateIn(timeZone, now)
  return monthOf(
    (
      occurrences.find(({ key }) => key === named) ??
      next ??
      occurrences.findLast(({ on }) => on <= today) ??
      occurrences[0]
    )?.on ?? today,
  )
}

/** Returns whether the plan's consent is for one year and must be renewed before it expires. */
export const hasYearlyConsent = (plan: Plan): boolean =>
  plan.status === 'active' &&
  needsYearlyRenewal({ hasNights: hasNights(plan), endsOn: plan.unsubscribedAt, consentUntil: plan.consentUntil })

/** Returns whether consent can be renewed: in the last days of the year, and after it. */
export const canRenewConsent = (plan: Plan, now: Date): boolean =>
  hasYearlyConsent(plan) &&
  agreedUntil(localDate(plan.consentUntil), localDateIn(plan.timeZone, now)) !== plan.consentUntil

/** Loads the data that the open form needs. */
export async function choicesOf(
  renderContext: RenderContext,
  plan: Plan,
  editing: Editable | null,
  query: URLSearchParams,
): Promise<EditChoices> {
  const { locale, now, country } = renderContext
  const none: EditChoices = { cards: [], zones: [], added: [], found: null, q: '', isPlatformOffered: false }
  if (editing === 'card') return { ...none, cards: await loadSavedCards(renderContext) }
  if (editing === 'zone')
    return { ...none, zones: await zoneChoices(locale, { now: now(), country, also: plan.timeZone }) }
  if (editing !== 'causes') return none
  const known = new Set(plan.causes.map(({ campaignId }) => campaignId))
  const ids = [...new Set(query.getAll('add'))]
    .filter((id) => /^\d{1,18}$/.test(id) && !known.has(id))
    .slice(0, 12 - known.size)
  const added = await Promise.all(
    ids.map((campaignId) =>
      renderContext.api('GET /v4/campaigns/:campaignId/basics', { campaignId }).catch(() => null),
    ),
  )
  const q = (query.get('q') ?? '').slice(0, 100)
  const found = query.has('q')
    ? await renderContext.api('GET /v4/discovery/cards', { q, zakat: plan.isZakat, limit: 60 })
    : null
  return {
    ...none,
    q,
    added: added.flatMap((item) => (item ? [{ id: item.id, name: item.name }] : [])),
    found:
      found &&
      found.results
        .filter(
          ({ id, currencyCode }) => currencyCode === plan.donationAmountCurrency && !known.has(id) && !ids.includes(id),
        )
        .slice(0, 8)
        .map(({ id, name }) => ({ id, name })),
    isPlatformOffered: plan.programme !== null && plan.causes.length > 0,
  }
}
