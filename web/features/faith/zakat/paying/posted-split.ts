import { type Currency, exponentOf, money, type Money, toMajor } from '#shared/money.ts'
import type { Fault } from '#shared/problem.ts'
import { minimumAmount } from '#modules/money/giving/rules/amounts.ts'
import { checkStep } from '#modules/money/giving/rules/charge-step.ts'
import { checkAmount } from '#modules/money/giving/rules/donation.ts'
import { planInstalments } from '#modules/faith/zakat/rules/tracking/instalments.ts'
import { splitZakat } from '#modules/faith/zakat/rules/tracking/split-zakat.ts'
import { evenCauses } from '#modules/recurring/subscriptions/rules/portions.ts'
import { exactAmountFault, postedExact } from '#web/ui/posted-amount.ts'

/** A chosen fundraiser, and the amount for it. */
export type ChosenCause = { readonly id: string; readonly slug: string; readonly currency: Currency }
type Part = ChosenCause & { readonly amount: Money }

/** The `src` of zakat pages, for which checkouts preselect zakat (S1 §5). */
const source = 'zakat-home'

/**
 * Fills the amounts of the chosen fundraisers: those that the donor typed stay, and the others share the rest equally.
 * Returns the texts of the amount fields by id.
 */
export function fillSplit(
  total: Money,
  ids: readonly string[],
  typed: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const open = ids.filter((id) => !typed[id]?.trim())
  const given = ids.reduce((all, id) => all + (postedExact(typed[id] ?? '', total.currency)?.amount ?? 0n), 0n)
  const left = money(total.amount > given ? total.amount - given : 0n, total.currency)
  const parts = splitZakat(left, open.length)
  return Object.fromEntries(
    ids.map((id) => {
      const part = parts[open.indexOf(id)]
      return [id, part ? toMajor(part) : (typed[id] ?? '')]
    }),
  )
}

/** Reads the typed amount of each fundraiser, with errors by field. An empty field means zero. */
export function readSplit(
  causes: readonly ChosenCause[],
  typed: Readonly<Record<string, string>>,
  currency: Currency,
): { readonly parts: readonly Part[]; readonly faults: Readonly<Record<string, Fault>> } {
  const parts: Part[] = []
  const faults: Record<string, Fault> = {}
  for (const cause of causes) {
    const field = `amount-${cause.id}`
    const amount = postedExact(typed[field] ?? '', currency)
    if (!amount) faults[field] = exactAmountFault(typed[field] ?? '', currency)
    else if (amount.amount > 0n) {
      const fault = checkAmount(amount, minimumAmount(currency)) ?? checkStep(amount)
      if (fault) faults[field] = fault
      parts.push({ ...cause, amount })
    }
  }
  const [first] = causes
  if (parts.length === 0 && Object.keys(faults).length === 0 && first)
    faults[`amount-${first.id}`] = { code: 'amount-missing' }
  return { parts, faults }
}

/**
 * Returns the checkout URL with the amount, to the cent, and zakat selected; undefined if the fundraiser collects in
 * another currency, whose converted amount only the basket shows.
 */
export function checkoutOf({ slug, amount, currency }: Part): string | undefined {
  if (currency !== amount.currency) return undefined
  return `/v4/checkout/${encodeURIComponent(slug)}?minor=${amount.amount}&src=${source}`
}

/** Returns the basket item: zakat, in the fundraiser's currency. */
export const basketItemOf = ({ id }: Pick<Part, 'id'>, { amount, currency }: Money) => ({
  projectId: id,
  amount: Number(amount),
  currency,
  isZakat: true,
  source,
  metadata: { originalAmount: Number(amount), originalCurrency: currency },
})

export type InstalmentsAsked = { readonly frequency: 'week' | 'month'; readonly typed: string }

/** Reads the amount of each instalment, which must be whole, and returns the number of instalments. */
export function readInstalments(total: Money, { typed }: Pick<InstalmentsAsked, 'typed'>) {
  const { currency } = total
  const instalment = postedExact(typed, currency)
  const fault: Fault | undefined = instalment
    ? (checkAmount(instalment, minimumAmount(currency)) ?? wholeOnly(instalment))
    : exactAmountFault(typed, currency)
  const plan = instalment && planInstalments({ due: total, paid: money(0n, currency), instalment })
  return fault || !instalment || !plan ? { fault: fault ?? { code: 'amount-missing' } } : { each: instalment, plan }
}

const wholeOnly = ({ amount, currency }: Money): Fault | undefined =>
  amount % 10n ** BigInt(exponentOf(currency)) === 0n ? undefined : { code: 'not-whole' }

/**
 * Returns the URL that starts a plan which ends at the total: the fundraiser's own plan, or Friday Givers for several
 * fundraisers.
 */
export function instalmentsAddress(
  parts: readonly Part[],
  input: {
    readonly total: Money
    readonly each: Money
    readonly frequency: 'week' | 'month'
    readonly slug: string | null
  },
): string {
  const { total, each, frequency, slug } = input
  const common = {
    amount: String(each.amount / 10n ** BigInt(exponentOf(each.currency))),
    total: String(total.amount),
    src: source,
    step: 'donations',
  }
  if (slug !== null)
    return `/scheduled-giving/plans/${encodeURIComponent(slug)}?${new URLSearchParams({ frequencyType: frequency, ...common }).toString()}`
  const shares = sharesInPercent(parts)
  const query = new URLSearchParams({ pick: 'own', currency: each.currency, ...common })
  for (const [index, { id }] of parts.entries()) {
    query.append('cause', id)
    query.append(`share-${id}`, shares[index] ?? '0')
  }
  return `/scheduled-giving/friday-givers/choose-causes?${query.toString()}`
}

/** Returns each part's share of the total as a percentage with two decimals; the first gets the rounding difference. */
function sharesInPercent(parts: readonly Part[]): string[] {
  const sum = parts.reduce((total, { amount }) => total + amount.amount, 0n)
  const even = evenCauses(parts.map(({ id }) => id)).map(({ share }) => share)
  const shares = parts.map(({ amount }, index) =>
    sum > 0n ? Number((amount.amount * 10_000n) / sum) : (even[index] ?? 0),
  )
  const rest = 10_000 - shares.reduce((total, share) => total + share, 0)
  return shares.map((share, index) => String((index === 0 ? share + rest : share) / 100))
}
