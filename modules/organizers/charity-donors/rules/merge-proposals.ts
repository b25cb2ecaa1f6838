import { normalizeDigits } from '#shared/input/digits.ts'
import type { DonorPair } from './donor-groups.ts'

/** What two donors with the same name have in common. */
export const mergeReasons = ['email', 'phone', 'postcode'] as const
export type MergeReason = (typeof mergeReasons)[number]

/** What the team may see of a donor (privacy-2). */
export type ComparedDonor = {
  readonly key: Buffer
  readonly name: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly postcode: string | null
}

/** Two donors that look like the same person, and why. */
export type MergeProposal<Donor> = {
  readonly first: Donor
  readonly second: Donor
  readonly reasons: readonly MergeReason[]
}

/** Returns a name to compare: without case, and with single spaces. */
const comparableName = (name: string): string => name.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim()

const comparable: Readonly<Record<MergeReason, (value: string) => string>> = {
  email: (value) => value.trim().toLowerCase(),
  phone: (value) => normalizeDigits(value).replace(/\D/g, ''),
  postcode: (value) => normalizeDigits(value).toLowerCase().replace(/[\s-]/g, ''),
}

/** Returns what two donors with the same name have in common; empty if they have different names (content-46). */
export function reasonsToMerge(one: ComparedDonor, other: ComparedDonor): MergeReason[] {
  if (!one.name || !other.name || comparableName(one.name) !== comparableName(other.name)) return []
  return mergeReasons.filter((reason) => {
    const [value, otherValue] = [comparable[reason](one[reason] ?? ''), comparable[reason](other[reason] ?? '')]
    return value !== '' && value === otherValue
  })
}

const hex = ({ key }: { readonly key: Buffer }): string => key.toString('hex')

/**
 * Proposes pairs of donors for merging, each donor with the earlier ones of the list, and no pair in `different`. Donors
 * without a name or a visible contact are never in a pair.
 */
export function proposeMerges<Donor extends ComparedDonor>(
  donors: readonly Donor[],
  different: readonly DonorPair[],
): MergeProposal<Donor>[] {
  const byName = Map.groupBy(donors, ({ name }) => comparableName(name ?? ''))
  const pairKey = (one: string, other: string) => [one, other].toSorted().join('-')
  const decided = new Set(different.map(({ key, other }) => pairKey(hex({ key }), hex({ key: other }))))
  return [...byName.values()].flatMap((namesakes) =>
    namesakes.flatMap((second, index) =>
      namesakes.slice(0, index).flatMap((first) => {
        const reasons = reasonsToMerge(first, second)
        return reasons.length === 0 || decided.has(pairKey(hex(first), hex(second))) ? [] : [{ first, second, reasons }]
      }),
    ),
  )
}
