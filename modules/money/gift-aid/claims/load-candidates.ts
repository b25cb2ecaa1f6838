import type { FieldKey } from '#modules/platform/identity/index.ts'
import type { LocalDate } from '#shared/calendar.ts'
import { money } from '#shared/money.ts'
import type { Db, Ports } from '#shared/ports.ts'
import { ratesBetween } from '#modules/platform/currencies/index.ts'
import type { RateHistory } from '#modules/platform/currencies/rules/rate-of-day.ts'
import { type CoveredDonation, findCoveredDonations } from '../declarations/covering.ts'
import { ukDayOf } from '../declarations/rules/coverage.ts'
import { areBenefitsWithinLimit, benefitsOfYear } from '../rules/benefits.ts'
import { remainingGift, sterlingValue } from '../rules/claim-amounts.ts'
import { type ClaimRefusal, findClaimRefusals } from '../rules/claimable.ts'
import { hmrcDonorOf } from '../rules/hmrc-donor.ts'
import { type HmrcDonor, hmrcRow, type RowFault } from '../rules/hmrc-row.ts'
import { type Benefit, type DonationFacts, listBenefits } from './queries/donations.ts'
import { claimingCharityOf, type GiftAidSettings } from './claiming-charity.ts'

export type CandidatePorts = Pick<Ports, 'clock' | 'statement'> & {
  readonly fieldKey: FieldKey
  readonly payouts: 'none' | 'file'
}

/** A donation with everything that decides whether it can be claimed. */
export type Candidate = DonationFacts & {
  /** Null: no declaration covers it. */
  readonly declarationId: string | null
  readonly isAnonymous: boolean
  /** What a claim would name; null if no declaration covers it, or name and address were purged. */
  readonly donor: HmrcDonor | null
  /** The gift after refunds, in minor units and in pence; the latter undefined without an exchange rate. */
  readonly remaining: bigint
  readonly pence: bigint | undefined
  readonly refusals: readonly ClaimRefusal[]
  /** Why HMRC would refuse its row; empty if it can be claimed, or has refusals. */
  readonly faults: readonly RowFault[]
}

/** Decides which of a charity's donations can be claimed today (gift-aid-10); the others have their reasons. */
export async function loadCandidates(
  ports: CandidatePorts,
  db: Db,
  { organizationId, settings }: { readonly organizationId: bigint; readonly settings: GiftAidSettings | undefined },
  listDonations: (declaredIds: readonly string[]) => Promise<readonly DonationFacts[]>,
): Promise<Candidate[]> {
  const covered = await findCoveredDonations({ db, fieldKey: ports.fieldKey }, organizationId)
  const coveredById = new Map(covered.map((donation) => [donation.donationId, donation]))
  const donations = await listDonations([...coveredById.keys()])
  const benefits = await listBenefits(db, organizationId)
  const rates = await ratesOf(ports, [...donations, ...benefits])
  const benefitsByDonor = Map.groupBy(
    benefits.map((benefit) => ({
      ...benefit,
      benefitPence: sterlingValue(money(benefit.benefit, benefit.currency), benefit.givenOn, rates),
    })),
    ({ donorKey }) => donorKey,
  )
  const charity = claimingCharityOf(settings, ports.payouts)
  const today = ukDayOf(ports.clock())
  return donations.map((donation) => {
    const coveredDonation = coveredById.get(donation.id)
    const yearPence = benefitsOfYear(benefitsByDonor.get(donation.donorKey) ?? [], donation.id)
    const remaining = remainingGift(donation)
    const pence = sterlingValue(money(remaining, donation.currency), donation.givenOn, rates)
    const refusals = findClaimRefusals(
      {
        ...donation,
        declaration: declarationOf(donation, coveredDonation),
        remainingGift: remaining,
        remainingPence: pence,
        areBenefitsWithinLimit: areBenefitsWithinLimit({ ...donation, gift: remaining }, yearPence),
      },
      charity,
      today,
    )
    const donor = coveredDonation?.details ? hmrcDonorOf(coveredDonation.details) : null
    return {
      ...donation,
      declarationId: coveredDonation?.declarationId ?? null,
      isAnonymous: coveredDonation?.isAnonymous ?? false,
      donor,
      remaining,
      pence,
      refusals,
      faults: refusals.length === 0 ? faultsOf(donor, donation.givenOn, pence ?? 0n) : [],
    }
  })
}

const declarationOf = (
  { isExcluded, isUnconfirmed }: DonationFacts,
  covered: CoveredDonation | undefined,
): 'covers' | 'none' | 'excluded' | 'unconfirmed' => {
  if (covered) return 'covers'
  if (isExcluded) return 'excluded'
  return isUnconfirmed ? 'unconfirmed' : 'none'
}

function faultsOf(donor: HmrcDonor | null, givenOn: LocalDate, pence: bigint): readonly RowFault[] {
  const result = hmrcRow(
    donor ?? { firstName: '', lastName: '', house: '', postcode: '', country: 'GB' },
    givenOn,
    pence,
  )
  return 'faults' in result ? result.faults : []
}

/** Reads the exchange rates of all days of these donations. */
export async function ratesOf(
  ports: Pick<Ports, 'statement'>,
  donations: readonly Pick<Benefit, 'currency' | 'givenOn'>[],
): Promise<RateHistory> {
  const foreign = donations.filter(({ currency }) => currency !== 'GBP')
  const days = foreign.map(({ givenOn }) => givenOn).toSorted()
  const [from, to] = [days[0], days.at(-1)]
  if (from === undefined || to === undefined) return {}
  return ratesBetween(ports, [...new Set([...foreign.map(({ currency }) => currency), 'GBP' as const])], { from, to })
}
