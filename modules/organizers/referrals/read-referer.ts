import { one, required } from '#shared/collections.ts'
import { type AccountViewer, findAccount } from '#modules/platform/identity/index.ts'
import { qrSvg } from '#shared/qr.ts'
import type { FlagPorts } from '#modules/platform/flags/index.ts'
import type { Referred } from '#modules/money/giving/index.ts'
import { findPlan, listPlans, canCountForReferral } from '#modules/recurring/plans/index.ts'
import { answer, type Answer } from '#shared/endpoint.ts'
import { isUuid } from '#shared/ids.ts'
import type { Ports } from '#shared/ports.ts'
import type { RefererView, ReferralStats } from './contract.ts'
import type { ReferralPorts } from './ports.ts'
import { findByCode, listReferers, type Referer } from './referer-queries.ts'
import { sumReferrals } from './referral-queries.ts'
import { linkNotFound, ownReferer } from './scope.ts'
import { refererViews, statsView } from './views.ts'
import { referralCodeOf } from '#modules/recurring/subscriptions/rules/referral-code.ts'

type Programmes = {
  readonly givingPlanId: string
  readonly programme: NonNullable<Referer['plans'][number]['programme']>
}[]

export async function readReferer(
  ports: ReferralPorts,
  viewer: AccountViewer,
  request: { readonly campaignId: bigint; readonly planIds: readonly string[] | undefined },
): Promise<RefererView> {
  const referer = await ownReferer(ports, viewer, request.campaignId)
  for (const id of request.planIds ?? []) if (!(await countsFor(ports, referer, id))) throw linkNotFound()
  return one(await refererViews(ports, [referer]))
}

/** Returns the first name of a code's owner, who agreed that people who follow their link see it. */
export async function readByCode(
  ports: ReferralPorts,
  request: { readonly code: string; readonly givingPlanId: string },
) {
  const code = referralCodeOf(request.code)
  const referer = code && isUuid(request.givingPlanId) ? await findByCode(ports, code) : undefined
  const account = referer?.accountId ? await findAccount(ports.db, referer.accountId) : undefined
  const plan = account && (await findPlan(ports, request.givingPlanId))
  if (
    !referer ||
    !account ||
    !plan ||
    !(await canCountForReferral(ports, plan)) ||
    !(await countsFor(ports, referer, request.givingPlanId))
  )
    throw linkNotFound()
  return {
    code: referer.code,
    name: account.firstName,
    campaignId: String(referer.campaignId ?? 0n),
    givingPlanId: request.givingPlanId,
  }
}

/**
 * Whether a code belongs to an existing account and counts for a fundraiser or a plan. Reveals nothing about its owner.
 */
export async function isReferralCodeValid(ports: CodePorts, typedCode: string, target: Referred): Promise<boolean> {
  const code = referralCodeOf(typedCode)
  const referer = code && (await findByCode(ports, code))
  if (!referer) return false
  if ('campaignId' in target) return referer.campaignId === target.campaignId
  const plan = isUuid(target.planId) ? await findPlan(ports, target.planId) : undefined
  return (
    plan !== undefined && (await canCountForReferral(ports, plan)) && (await countsFor(ports, referer, target.planId))
  )
}
type CodePorts = Ports & FlagPorts

/** Whether donations of a plan can count for a code. A fundraiser's code counts for a programme's donations to it. */
async function countsFor(ports: Ports, referer: Referer, planId: string): Promise<boolean> {
  if (referer.plans.some(({ id }) => id === planId.toLowerCase())) return true
  if (referer.campaignId === null) return false
  const plan = await findPlan(ports, planId)
  return plan !== undefined && (plan.campaignId === null || plan.campaignId === referer.campaignId)
}

/** Returns an account's links with their statistics, and the programmes for which it can create one. */
export async function readOwnReferers(
  ports: ReferralPorts,
  viewer: AccountViewer,
): Promise<{ referers: (RefererView & { stats: ReferralStats })[]; programmes: Programmes }> {
  const referers = await listReferers(ports, viewer.accountId)
  const [views, sums, plans] = await Promise.all([
    refererViews(ports, referers),
    Promise.all(referers.map(({ id }) => sumReferrals(ports, { through: { refererId: id } }))),
    listPlans(ports, { type: 'INTERNAL', limit: 50, offset: 0 }),
  ])
  const programmes: Programmes = []
  for (const plan of plans)
    if (plan.programme && (await canCountForReferral(ports, plan)))
      programmes.push({ givingPlanId: plan.id, programme: plan.programme })
  return { referers: views.map((view, index) => ({ ...view, stats: statsView(required(sums[index])) })), programmes }
}

/** Returns a link as a QR code. */
export async function qrOfLink(
  ports: ReferralPorts,
  viewer: AccountViewer,
  request: { readonly campaignId: bigint; readonly givingPlanId?: string | undefined },
): Promise<Answer<{ link: string }>> {
  const view = one(await refererViews(ports, [await ownReferer(ports, viewer, request.campaignId)]))
  const link = request.givingPlanId
    ? view.givingPlans.find(({ givingPlanId }) => givingPlanId === request.givingPlanId)?.link
    : view.link
  if (!link) throw linkNotFound()
  return answer(
    { link },
    {
      file: { type: 'image/svg+xml', bytes: Buffer.from(qrSvg(link, link)) },
      headers: {
        'content-disposition': `inline; filename="qr-${view.code}.svg"`,
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'private, no-cache',
        'x-content-type-options': 'nosniff',
      },
    },
  )
}
