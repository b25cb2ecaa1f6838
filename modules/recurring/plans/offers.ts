import { one } from '#shared/collections.ts'
import { isUuid } from '#shared/ids.ts'
import type { Ports, Tx } from '#shared/ports.ts'
import type { Locale } from '#shared/text.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import { Problem } from '#shared/problem.ts'
import type { Viewer } from '#modules/platform/identity/index.ts'
import {
  campaignRunBy,
  getCampaignForDonation,
  getPublicCampaign,
  type CampaignForPlan,
  planDataBySlug,
  planDataOf,
  listedLevels,
  rewardOf,
} from '#modules/causes/campaigns/index.ts'
import { campaignPictureOf } from '#modules/causes/campaigns/rules/category.ts'
import type { CampaignBasics, PlanView, SimplePlanView } from './contract.ts'
import { findPlan, listPlans, type Plan, plansOfCampaign, savePlan } from './plan-queries.ts'
import { isOpen } from '#modules/causes/campaigns/rules/open.ts'
import { defaultFrequency, type Frequency, type PlanType } from './rules/plan.ts'

const simpleViewOf = (plan: Plan): SimplePlanView => ({
  id: plan.id,
  givingPlanId: plan.id,
  type: plan.type,
  programme: plan.programme,
  frequency: plan.frequency,
  enabled: plan.isEnabled,
  campaignId: plan.campaignId?.toString() ?? null,
  preferences: { enabledOnCampaignPage: plan.isOnCampaignPage, requestPhoneNumber: plan.requestsPhone },
})

/** Returns plans with their fundraisers, without the plans of hidden fundraisers. */
async function viewsOf(ports: Ports, plans: readonly Plan[], locale: Locale): Promise<PlanView[]> {
  const ids = plans.flatMap(({ campaignId }) => (campaignId === null ? [] : [campaignId]))
  const known = new Map((await planDataOf(ports, ids)).map((planData) => [planData.id, planData]))
  const views = await Promise.all(
    plans.map(async (plan) => {
      const planData = plan.campaignId === null ? undefined : known.get(plan.campaignId)
      if (plan.campaignId !== null && !planData) return undefined
      return { ...simpleViewOf(plan), metadata: planData ? await metadataOf(ports, planData, locale) : null }
    }),
  )
  return views.filter((view) => view !== undefined)
}

const metadataOf = async (ports: Ports, planData: CampaignForPlan, locale: Locale): Promise<PlanView['metadata']> => ({
  campaignName: planData.name,
  tags: planData.tags,
  slug: planData.slug,
  taxId: planData.registration,
  zakatEligible: planData.zakatVerified,
  nonprofitType: textsOf('causes/nonprofit-types', locale)(planData.receiptRegime),
  authenticityVerified: planData.isVerified,
  userImage: campaignPictureOf(planData),
  rewards: await rewardsOf(ports, planData.id),
})

const planNotFound = () => new Problem('not-found', 'plan-not-found')

async function rewardsOf(ports: Ports, campaignId: bigint) {
  const campaign = await getCampaignForDonation(ports, campaignId)
  return campaign ? listedLevels(campaign).map((level) => rewardOf(level, campaignId)) : []
}

/** Returns enabled offers of one type. */
export const readPlans = async (
  ports: Ports,
  input: { type: PlanType; limit: number; offset: number },
  locale: Locale,
) => ({
  plans: await viewsOf(ports, await listPlans(ports, input), locale),
})

/**
 * Returns the organizer's settings for each frequency. Ended offers are included, so their settings return when they
 * are offered again.
 */
export async function readOwnPlans(
  ports: Ports,
  viewer: Viewer,
  campaignId: bigint,
): Promise<{ plans: SimplePlanView[] }> {
  const campaign = await campaignRunBy(ports, viewer, campaignId, 'edit', 'reading')
  return { plans: (await plansOfCampaign(ports, campaign.id)).map(simpleViewOf) }
}

/** Returns enabled offers; only the organizer sees ended ones (`readOwnPlans`). */
export async function readPlansOfCampaign(ports: Ports, campaignId: bigint): Promise<{ plans: SimplePlanView[] }> {
  await getPublicCampaign(ports, campaignId)
  return { plans: (await plansOfCampaign(ports, campaignId)).filter((plan) => plan.isEnabled).map(simpleViewOf) }
}

/** Returns the offer that `frequencyType` and `givingPlan` of a page's URL select (S2 §2). */
export async function readSelectedPlan(
  ports: Ports,
  input: { slug: string; frequencyType: Frequency | undefined },
  locale: Locale,
): Promise<PlanView> {
  const planData = await planDataBySlug(ports, input.slug)
  const offered = planData ? (await plansOfCampaign(ports, planData.id)).filter((plan) => plan.isEnabled) : []
  const selected =
    offered.find((plan) => plan.frequency === (input.frequencyType ?? defaultFrequency)) ??
    (input.frequencyType ? undefined : offered[0])
  if (!selected) throw planNotFound()
  return one(await viewsOf(ports, [selected], locale))
}

/** Returns an enabled offer; throws `not-found` for an ended one. */
export async function readPlan(ports: Ports, id: string, locale: Locale): Promise<PlanView> {
  const plan = isUuid(id) ? await findPlan(ports, id) : undefined
  const [view] = plan?.isEnabled ? await viewsOf(ports, [plan], locale) : []
  if (!view) throw planNotFound()
  return view
}

export async function readBasics(ports: Ports, campaignId: bigint): Promise<CampaignBasics> {
  const [planData] = await planDataOf(ports, [campaignId])
  if (!planData) throw new Problem('not-found', 'campaign-not-found')
  const {
    id,
    slug,
    name,
    currency,
    status,
    endsAt,
    organizationName,
    isVerified,
    zakatVerified,
    zakatEligibleBps,
    giftAid,
    taxReceiptCountries,
  } = planData
  return {
    id: id.toString(),
    slug,
    name,
    currencyCode: currency,
    status,
    endDate: endsAt,
    open: isOpen({ status, endsAt }, ports.clock()) && isVerified,
    organizationName,
    zakatVerified,
    zakatEligibleBps,
    giftAid,
    taxReceiptCountries,
  }
}

/** Offers plans at these frequencies on a campaign's page and ends its other offers. Running subscriptions continue. */
export async function offerFrequencies(
  ports: Pick<Ports, 'newId' | 'clock'>,
  tx: Tx,
  campaignId: bigint,
  offered: readonly string[],
): Promise<void> {
  for (const frequency of ['day', 'week', 'month', 'year'] as const) {
    const isOffered = offered.includes(frequency)
    await savePlan(tx, {
      id: ports.newId(),
      type: 'CHARITY',
      programme: null,
      campaignId,
      frequency,
      isEnabled: isOffered,
      isOnCampaignPage: isOffered,
      requestsPhone: false,
      at: ports.clock(),
    })
  }
}

/** Offers monthly and yearly plans for a new general fund; its team can change that (content-27). */
export async function offerDefaultPlans(
  ports: Pick<Ports, 'newId' | 'clock'>,
  tx: Tx,
  campaignId: bigint,
): Promise<void> {
  for (const frequency of ['month', 'year'] as const)
    await savePlan(tx, {
      id: ports.newId(),
      type: 'CHARITY',
      programme: null,
      campaignId,
      frequency,
      isEnabled: true,
      isOnCampaignPage: true,
      requestsPhone: false,
      at: ports.clock(),
    })
}

/**
 * Sets an organizer's offer for one frequency. Subscriptions continue when an offer ends; it only accepts no new ones.
 */
export async function offerPlan(
  ports: Ports,
  viewer: Viewer,
  input: {
    campaignId: bigint
    frequency: Frequency
    enabled: boolean
    enabledOnCampaignPage: boolean
    requestPhoneNumber: boolean
  },
): Promise<{ plans: SimplePlanView[] }> {
  const campaign = await campaignRunBy(ports, viewer, input.campaignId, 'edit')
  const plans = await plansOfCampaign(ports, campaign.id)
  // Yearly is offered wherever monthly is (recurring-22).
  const frequencies: readonly Frequency[] = input.frequency === 'month' ? ['month', 'year'] : [input.frequency]
  await ports.write(async (tx) => {
    for (const frequency of frequencies)
      await savePlan(tx, {
        id: plans.find((plan) => plan.frequency === frequency)?.id ?? ports.newId(),
        type: 'CHARITY',
        programme: null,
        campaignId: campaign.id,
        frequency,
        isEnabled: input.enabled,
        isOnCampaignPage: input.enabledOnCampaignPage,
        requestsPhone: input.requestPhoneNumber,
        at: ports.clock(),
      })
  })
  return { plans: (await plansOfCampaign(ports, campaign.id)).map(simpleViewOf) }
}
