import type { RenderContext } from '#server/pages/render-context.ts'
import { type Currency, isCurrency, money, type Money } from '#shared/money.ts'
import { type ZakatCategory, zakatCategories, zakatSchools } from '#modules/causes/campaigns/rules/zakat.ts'
import {
  basketItemOf,
  type ChosenCause,
  checkoutOf,
  instalmentsAddress,
  type InstalmentsAsked,
} from '#web/features/faith/zakat/paying/posted-split.ts'
import type { TypedSplit } from '#web/features/faith/zakat/paying/give-form.tsx'
import type { ZakatCause } from '#web/features/faith/zakat/paying/cause-choice.tsx'
import { postedText } from '#web/lib/form-values.ts'
import { plansOffered } from '#web/routes/plans/offered.ts'

/** The maximum number of fundraisers to split zakat between. */
export const causesMax = 12

type School = (typeof zakatSchools)[number]
export type Filters = { readonly school: School | ''; readonly recipients: ZakatCategory | '' }

/**
 * Returns the zakat to give: the amount that a calculation in the browser found, otherwise what remains of the account's
 * zakat year. `isRemaining` says which; the amount is null if nothing was calculated or nothing remains.
 */
export async function zakatToGive(
  { api, viewer }: RenderContext,
  query: URLSearchParams,
): Promise<{ isRemaining: boolean; hasProfile: boolean; amount: Money | null } | 'log-in'> {
  const due = query.get('due') ?? ''
  const dueCurrency = query.get('currency')
  if (/^[1-9]\d{0,11}$/.test(due) && isCurrency(dueCurrency))
    return { isRemaining: false, hasProfile: true, amount: money(BigInt(due), dueCurrency) }
  if (!viewer.isSignedIn) return 'log-in'
  const { remaining, currency } = await api('GET /v4/zakat', {})
  const isKnown = remaining !== null && currency !== null && isCurrency(currency)
  const amount = isKnown && BigInt(remaining) > 0n ? money(BigInt(remaining), currency) : null
  return { isRemaining: true, hasProfile: isKnown, amount }
}

/** Reads the filters in the URL, ignoring invalid ones. */
export const filtersOf = (query: URLSearchParams): Filters => ({
  school: zakatSchools.find((school) => school === query.get('school')) ?? '',
  recipients: zakatCategories.find((category) => category === query.get('recipients')) ?? '',
})

/** Finds verified fundraisers by school and recipients, and the chosen ones by id. */
export async function findZakatCauses({ api, locale }: RenderContext, query: URLSearchParams, ids: readonly string[]) {
  const { school, recipients } = filtersOf(query)
  const cards = async (filters: { school?: School[]; recipients?: ZakatCategory[] }) =>
    (await api('GET /v4/discovery/cards', { zakat: true, limit: 100, ...filters })).results.map((card): ZakatCause => ({
      id: card.id,
      slug: card.slug,
      currency: card.currencyCode,
      name: card.name,
      language: card.language,
      imageUrl: card.imageUrl,
      raised: card.pledgeAmount,
      goal: card.goal,
      percent: card.fundedPercentage ?? 0,
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

/** Reads what the donor chose and typed, from the URL or a posted form. */
export function typedSplit(form: FormData | URLSearchParams): TypedSplit {
  const text = (name: string): string => postedText(form, name, 24).trim()
  const chosen = [...new Set(form.getAll('cause').map(String))].filter((id) => /^\d{1,18}$/.test(id))
  return {
    chosen: chosen.slice(0, causesMax),
    // A share that the page filled in and the donor left isn't theirs: it follows the other amounts.
    amounts: Object.fromEntries(
      chosen.map((id) => {
        const amount = text(`amount-${id}`)
        return [id, amount === text(`filled-${id}`) ? '' : amount]
      }),
    ),
    frequency: text('frequency'),
    instalment: text('instalment'),
  }
}

type Part = ChosenCause & { readonly amount: Money }

/** Returns the checkout URL for one fundraiser, or adds a basket line for each and returns the basket's URL. */
export async function fillZakat(frame: RenderContext, parts: readonly Part[], idempotencyKey: string): Promise<string> {
  const [first, ...others] = parts
  const checkout = first && others.length === 0 ? checkoutOf(first) : undefined
  if (checkout) return checkout
  const amounts = await Promise.all(parts.map((part) => amountIn(frame, part.amount, part.currency)))
  const add = await basketOf(frame)
  for (const [index, part] of parts.entries()) {
    const item = basketItemOf(part, amounts[index] ?? part.amount)
    await add(item, `${idempotencyKey}-${part.id}-${item.amount}`)
  }
  return '/v4/basket'
}

/** Returns a function that adds a line to the visitor's basket, which is created if there is none. */
async function basketOf({ api, viewer, currency, basket }: RenderContext) {
  type Item = ReturnType<typeof basketItemOf>
  const userId = viewer.id
  if (viewer.isSignedIn) {
    const { id: basketId } = await api('POST /v4/checkout/:userId/baskets', { userId, currency })
    return (item: Item, key: string) =>
      api('POST /v4/checkout/:userId/baskets/:basketId/items', { userId, basketId, item }, key)
  }
  const { id: basketId } = basket ?? (await api('POST /v4/checkout/guest/baskets', { currency }))
  return (item: Item, key: string) => api('POST /v4/checkout/guest/baskets/:basketId/items', { basketId, item }, key)
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
