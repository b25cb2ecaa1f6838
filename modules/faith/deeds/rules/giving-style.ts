/** The data that decides a donor's giving style; amounts are in minor units of one currency. */
export type StyleData = {
  readonly donations: number
  readonly anonymousDonations: number
  readonly emergencyDonations: number
  readonly amount: bigint
  /** Zakat, and donations on nights and days of the programmes; each donation counts once (deeds-6). */
  readonly sacredAmount: bigint
  /** Hijri months and ISO weeks with a donation. */
  readonly months: number
  readonly weeks: number
  /** Days within the year of the plan that ran longest. */
  readonly planDays: number
  /** At or above the 90th percentile of all donors. */
  readonly isGenerous: boolean
  /** Number of donors who used the donor's links. */
  readonly referrals: number
}

export const givingStyles = [
  'The Humble Heart',
  'The Devoted Seeker',
  'The Emergency Responder',
  'The Consistent Giver',
  'The Big Giver',
  'The Social Sharer',
] as const
type GivingStyle = (typeof givingStyles)[number]

/** The reason for a giving style, with the figures of its sentence. */
export type StyleReason =
  | { readonly code: 'anonymous'; readonly anonymous: number; readonly donations: number }
  | { readonly code: 'sacred'; readonly percent: number }
  | { readonly code: 'emergency'; readonly emergency: number; readonly donations: number }
  | { readonly code: 'months'; readonly months: number }
  | { readonly code: 'weeks'; readonly weeks: number }
  | { readonly code: 'plan'; readonly days: number }
  | { readonly code: 'generous' }
  | { readonly code: 'referrals'; readonly referrals: number }

const styleOfReason: Readonly<Record<StyleReason['code'], GivingStyle>> = {
  anonymous: 'The Humble Heart',
  sacred: 'The Devoted Seeker',
  emergency: 'The Emergency Responder',
  months: 'The Consistent Giver',
  weeks: 'The Consistent Giver',
  plan: 'The Consistent Giver',
  generous: 'The Big Giver',
  referrals: 'The Social Sharer',
}

/**
 * Returns the giving style of a year and its reason: the first style that applies, compared exactly; a percentage is
 * rounded down.
 */
export function givingStyle(styleData: StyleData): { readonly style: GivingStyle; readonly reason: StyleReason } {
  const reason = styleReason(styleData)
  return { style: styleOfReason[reason.code], reason }
}

function styleReason(styleData: StyleData): StyleReason {
  const { donations, anonymousDonations, emergencyDonations, amount, sacredAmount, months, weeks, planDays } = styleData
  if (donations >= 3 && anonymousDonations * 5 >= donations * 3)
    return { code: 'anonymous', anonymous: anonymousDonations, donations }
  if (donations >= 5 && amount > 0n && sacredAmount * 5n >= amount * 3n)
    return { code: 'sacred', percent: Number((sacredAmount * 100n) / amount) }
  if (donations >= 2 && emergencyDonations * 5 >= donations * 2)
    return { code: 'emergency', emergency: emergencyDonations, donations }
  if (months >= 9) return { code: 'months', months }
  if (weeks >= 26) return { code: 'weeks', weeks }
  if (planDays >= 180) return { code: 'plan', days: planDays }
  if (styleData.isGenerous) return { code: 'generous' }
  return { code: 'referrals', referrals: styleData.referrals }
}
