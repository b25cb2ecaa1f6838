import type { RenderContext } from '#server/pages/render-context.ts'
import type { OfferedFrequency } from '#modules/money/giving/rules/plan-frequency.ts'
import { frequencyOf } from '#web/features/recurring/subscriptions/wizard/plan-form.ts'
import { planPath } from '#web/features/recurring/subscriptions/wizard/programme.ts'

export type PlanOffered = {
  readonly frequency: OfferedFrequency
  readonly requestsPhone: boolean
  readonly isOnPage: boolean
}

/** Loads the fundraiser's frequencies; none if loading fails, since the page works without them. */
export async function plansOffered(
  { api, logError }: RenderContext,
  campaignId: string,
): Promise<readonly PlanOffered[]> {
  try {
    const { plans } = await api('GET /v4/plans/by-campaign/:campaignId', { campaignId })
    return plans.flatMap(({ frequency, preferences }) =>
      frequency === 'onetime'
        ? []
        : [{ frequency, requestsPhone: preferences.requestPhoneNumber, isOnPage: preferences.enabledOnCampaignPage }],
    )
  } catch (error) {
    logError(error, 'the plans of a fundraiser could not be loaded')
    return []
  }
}

/** Returns the URL of the plan wizard for a checkout link with a recurring frequency, keeping its parameters. */
export function planUrl(slug: string, checkout: URLSearchParams, chosen?: 'day'): string {
  const query = new URLSearchParams(
    ['code', 'src', 'amount', 'tip', 'level', 'givingPlan'].flatMap((name) =>
      checkout
        .getAll(name)
        .slice(0, 1)
        .map((value) => [name, value]),
    ),
  )
  const frequency = chosen ?? frequencyOf(checkout.get('frequencyType'))
  if (frequency) query.set('frequencyType', frequency)
  return `${planPath(slug)}${query.size > 0 ? `?${query.toString()}` : ''}`
}
