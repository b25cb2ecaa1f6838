import type { RenderContext } from '#server/pages/render-context.ts'
import { type Currency, isCurrency, money, type Money, toMajor } from '#shared/money.ts'
import { type ZakatCategory, zakatCategories, zakatSchools } from '#modules/causes/campaigns/rules/zakat.ts'
import { splitZakat } from '#modules/faith/zakat/rules/tracking/split-zakat.ts'
import {
  basketItemOf,
  type ChosenCause,
  checkoutOf,
  instalmentsAddress,
  type InstalmentsAsked,
} from '#web/features/faith/zakat/paying/posted-split.ts'
import { plansOffered } from '#web/routes/plans/offered.ts'

/** The maximum number of fundraisers to split zakat between. */
export const causesMax = 12

export type ZakatCause = ChosenCause & { readonly name: string; readonly organization: string }
type School = (typeof zakatSchools)[number]
export type Filters = { readonly school: School | ''; readonly recipients: ZakatCategory | '' }

/** Returns the donor's remaining zakat; null if they haven't calculated for this year, or nothing remains. */
export async function remainingOf({ api }: RenderContext): Promise<{ hasProfile: boolean; remaining: Money | null }> {
  const { remaining, currency } = await api('GET /v4/zakat', {})
  const isKnown = remaining !== null && currency !== null && isCurrency(currency)
  return {
    hasProfile: isKnown,
    remaining: isKnown && BigInt(remaining) > 0n ? money(BigInt(remaining), currency) : null,
  }
}

/** Reads the filters in the URL, ignoring invalid ones. */
export const filtersOf = (query: URLSearchParams): Filters => ({
  school: zakatSchools.find((school) => school === query.get('school')) ?? '',
  recipients: zakatCategories.find((category) => category === query.get('recipients')) ?? '',
})

/** Finds verified fundraisers by school and recipients, including the chosen ones. */
export async function findZakatCauses({ api, locale }: RenderContext, query: URLSearchParams) {
  const { school, recipients } = filtersOf(query)
  const ids = [...new Set(query.getAll('cause').filter((id) => /^\d{1,18}$/.test(id)))].slice(0, causesMax)
  const cards = async (filters: { school?: School[]; recipients?: ZakatCategory[] }) =>
    (await api('GET /v4/discovery/cards', { zakat: true, limit: 100, ...filters })).results.map((card): ZakatCause => ({
      id: card.id,
      slug: card.slug,
      currency: card.currencyCode,
      name: card.name,
      organization: (locale === 'ar' && card.organizationNameAr) || card.organizationName,
    }))
  const zakatCauses = await cards({
    ...(school ? { school: [school] } : {}),
    ...(recipients ? { recipients: [recipients] } : {}),
  })
  const isMissing = ids.some((id) => zakatCauses.every((cause) => cause.id !== id))
  const all = isMissing ? await cards({}) : zakatCauses
  const chosen = ids.flatMap((id) => all.find((cause) => cause.id === id) ?? [])
  return { found: zakatCauses, chosen }
}

/** Returns the equal split, by the names of the amount fields. */
export function equalSplit(causes: readonly ChosenCause[], total: Money): Record<string, string> {
  const parts = splitZakat(total, causes.length)
  return Object.fromEntries(
    causes.map(({ id }, index) => {
      const part = parts[index]
      return [`amount-${id}`, part ? toMajor(part) : '']
    }),
  )
}

type Part = ChosenCause & { readonly amount: Money }

/** Returns the checkout URL for one fundraiser, or adds a basket line for each and returns the basket's URL. */
export async function fillZakat(frame: RenderContext, parts: readonly Part[], idempotencyKey: string): Promise<string> {
  const [first, ...others] = parts
  const checkout = first && others.length === 0 ? checkoutOf(first) : undefined
  if (checkout) return checkout
  const { api, viewer, currency } = frame
  const userId = viewer.id
  const amounts = await Promise.all(parts.map((part) => amountIn(frame, part.amount, part.currency)))
  const { id: basketId } = await api('POST /v4/checkout/:userId/baskets', { userId, currency })
  for (const [index, part] of parts.entries()) {
    const item = basketItemOf(part, amounts[index] ?? part.amount)
    await api(
      'POST /v4/checkout/:userId/baskets/:basketId/items',
      { userId, basketId, item },
      `${idempotencyKey}-${part.id}-${item.amount}`,
    )
  }
  return '/v4/basket'
}

/** Converts an amount to the fundraiser's currency at today's rate, because a basket line uses that currency. */
async function amountIn({ api }: RenderContext, amount: Money, to: Currency): Promise<Money> {
  if (amount.currency === to) return amount
  const { amounts } = await api('GET /v4/conversions', {
    from: amount.currency,
    to,
    amounts: String(amount.amount),
  })
  return money(BigInt(amounts[0] ?? 0), to)
}

/** Returns the plan for instalments: the fundraiser's own, or Friday Givers for several; undefined if not offered. */
export async function findInstalments(
  frame: RenderContext,
  parts: readonly Part[],
  request: Pick<InstalmentsAsked, 'frequency'> & { readonly total: Money; readonly each: Money },
): Promise<string | undefined> {
  if (!frame.isZakatOnPlans || parts.some(({ currency }) => currency !== request.total.currency)) return undefined
  const [first, ...others] = parts
  const isOwn =
    first &&
    others.length === 0 &&
    (await plansOffered(frame, first.id)).some(({ frequency }) => frequency === request.frequency)
  if (isOwn) return instalmentsAddress(parts, { ...request, slug: first.slug })
  return request.frequency === 'week' ? instalmentsAddress(parts, { ...request, slug: null }) : undefined
}
