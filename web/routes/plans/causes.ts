import type { RenderContext } from '#server/pages/render-context.ts'
import { isProblem } from '#shared/problem.ts'
import { activeStatus } from '#modules/causes/campaigns/rules/open.ts'
import { wholeShare } from '#modules/recurring/subscriptions/rules/portions.ts'
import { required } from '#shared/collections.ts'
import { evenPercents, shareOf } from '#web/features/recurring/subscriptions/wizard/percent.ts'
import type { PlanForm, PlanFormCause } from '#web/features/recurring/subscriptions/wizard/plan-form.ts'

/** A fundraiser that accepts recurring donations. */
export type CauseData = {
  readonly id: string
  readonly name: string
  readonly organizationName: string
  readonly zakatVerified: boolean
  readonly giftAid: boolean
  readonly taxReceiptCountries: readonly string[]
  readonly imageUrl: string | null
}
export type ChosenCauses = { readonly causes: readonly CauseData[]; readonly lost: boolean }

/** Loads the chosen causes. One that has closed or uses another currency counts as lost. */
export async function chosenCauses({ api }: RenderContext, planForm: PlanForm): Promise<ChosenCauses> {
  if (!planForm.choosesCauses) return { causes: [], lost: false }
  const found = await Promise.all(
    planForm.causes.map(async ({ id }) => {
      try {
        const { name, organizationName, zakatVerified, giftAid, taxReceiptCountries, currencyCode, open } = await api(
          'GET /v4/campaigns/:campaignId/basics',
          {
            campaignId: id,
          },
        )
        return open && currencyCode === planForm.currency
          ? { id, name, organizationName, zakatVerified, giftAid, taxReceiptCountries, imageUrl: null }
          : undefined
      } catch (error) {
        if (!isProblem(error)) throw error
        return undefined
      }
    }),
  )
  const causes = found.filter((cause) => cause !== undefined)
  return { causes, lost: causes.length < found.length }
}

/**
 * Returns the available causes with their shares. An even split stays even when a cause is added or removed, and on
 * request; the donor's own shares don't change.
 */
export function withShares(planForm: PlanForm, { causes }: ChosenCauses, isEven: boolean): PlanFormCause[] {
  const planFormCauses = planForm.causes.filter(({ id }) => causes.some((cause) => cause.id === id))
  const typed = planForm.causes.filter(({ percent }) => percent !== '')
  const isUntouched = evenPercents(Math.max(1, typed.length)).every(
    (percent, index) => typed.length === 0 || typed[index]?.percent === percent,
  )
  if (
    !isEven &&
    !(isUntouched && (typed.length < planForm.causes.length || planFormCauses.length < planForm.causes.length))
  )
    return planFormCauses
  const even = evenPercents(Math.max(1, planFormCauses.length))
  return planFormCauses.map(({ id }, index) => ({ id, percent: required(even[index]) }))
}

/** Error texts for a choice without causes, and for an unreadable share. */
export type CauseSentences = { readonly none: string; readonly unread: string }

/** Returns the errors of the chosen causes by control id. */
export function causesIn(
  frame: Pick<RenderContext, 'sentencesOf'>,
  planForm: PlanForm,
  sentences: CauseSentences,
): Readonly<Record<string, string>> {
  if (!planForm.choosesCauses) return {}
  if (planForm.causes.length === 0) return { causes: sentences.none }
  const unread = planForm.causes.filter(({ percent }) => shareOf(percent) === undefined)
  if (unread.length > 0) return Object.fromEntries(unread.map(({ id }) => [`share-${id}`, sentences.unread]))
  const shares = planForm.causes.flatMap(({ percent }) => shareOf(percent) ?? [])
  const whole = shares.reduce((sum, share) => sum + share, 0)
  return whole !== wholeShare || shares.includes(0) ? frame.sentencesOf({ causes: { code: 'shares-not-whole' } }) : {}
}

const shown = 12
const pages = 3

/**
 * Searches fundraisers in a currency, and lists the currencies of open ones. Reads several pages, because the search
 * can't filter by currency.
 */
export async function findCauses(
  { api }: RenderContext,
  input: { readonly q: string; readonly currency: string; readonly without: readonly string[] },
) {
  const causeData: CauseData[] = []
  const currencies = new Set<string>([input.currency])
  let offset = 0
  for (let page = 0; page < pages; page++) {
    const { results, next } = await api('GET /v4/discovery/cards', { q: input.q, limit: 100, offset })
    for (const card of results) {
      currencies.add(card.currencyCode)
      if (card.currencyCode !== input.currency || input.without.includes(card.id) || card.status !== activeStatus)
        continue
      causeData.push({
        id: card.id,
        name: card.name,
        organizationName: card.organizationName,
        zakatVerified: card.zakatApproved,
        giftAid: card.giftAid,
        taxReceiptCountries: [],
        imageUrl: card.imageUrl,
      })
    }
    if (next === null || (causeData.length >= shown && input.q !== '')) break
    offset = next
  }
  return { found: causeData.slice(0, shown), currencies: [...currencies].sort() }
}
