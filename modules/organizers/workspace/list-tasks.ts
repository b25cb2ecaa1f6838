import { addDays } from '#shared/date-arithmetic.ts'
import { canDo } from '#modules/causes/organizations/rules/roles.ts'
import { renewableFrom, verificationStateAt, withoutRenewal } from '#modules/causes/organizations/rules/verification.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { authorizeForCharity } from '#modules/organizers/charities/index.ts'
import { fundraiserRequests } from '#modules/organizers/fundraising/index.ts'
import { countOpenClaims } from '#modules/organizers/organizing/index.ts'
import { localDateIn } from '#shared/calendar.ts'
import { required } from '#shared/collections.ts'
import type { ResultOf } from '#shared/endpoint.ts'
import type { workspaceContract } from './contract.ts'
import type { WorkspacePorts } from './ports.ts'
import { namesOfCampaigns } from './queries/figures.ts'
import { countFailingPlans } from './queries/plans.ts'
import { campaignsWithUnreportedZakat, readWaiting } from './queries/tasks.ts'
import { actOf, orderTasks, type Task } from './rules/to-do.ts'

type Tasks = ResultOf<typeof workspaceContract, 'GET /v4/organizations/:organizationId/tasks'>['tasks']

/** Nine Hijri months, after which a charity is reminded to report zakat (zakat-19). */
const daysUntilZakatReport = 266

/** Fundraisers that are listed for one kind of task; more of them are listed once these are done. */
const fundraisersShown = 3

/** Returns what the viewer can do for the charity, most urgent first (content-40). Nothing for a closed charity. */
export async function listTasks(ports: WorkspacePorts, viewer: AccountViewer, organizationId: bigint): Promise<Tasks> {
  const { charity, role } = await authorizeForCharity(ports, viewer, organizationId, 'read', 'reading')
  if (charity.closedAt) return []
  const now = ports.clock()
  const { timeZone } = charity
  const today = localDateIn(timeZone, now)
  const hasFigures = canDo(role, actOf('failing-plans'))
  const [waiting, failingPlans, claims, zakat] = await Promise.all([
    readWaiting(ports, { organizationId, accountId: viewer.accountId }),
    hasFigures ? countFailingPlans(ports, organizationId) : 0,
    hasFigures ? countOpenClaims(ports, organizationId, fundraisersShown) : [],
    canDo(role, actOf('zakat-reports'))
      ? campaignsWithUnreportedZakat(ports, organizationId, {
          receivedUntil: addDays(today, -daysUntilZakatReport),
          limit: fundraisersShown,
        })
      : [],
  ])
  const found = required(waiting, 'waiting')
  const state = verificationStateAt(charity, now)
  const until = charity.verifiedUntil
  const isRenewable = until !== null && until < withoutRenewal && now >= renewableFrom(until)
  const hasPayouts = ports.payouts !== 'none'
  const canRequest = hasPayouts && !found.hasRenewalRequest
  const lastYear = Number(today.slice(0, 4)) - 1
  const task = (code: Task['task'], count: number, over: Partial<Task> = {}): Task => ({
    task: code,
    count,
    dueOn: null,
    campaignId: null,
    ...over,
  })
  const tasks = [
    task('verification-ended', canRequest && state === 'expired' ? 1 : 0),
    task('verification-ending', canRequest && state === 'verified' && isRenewable ? 1 : 0, {
      dueOn: until && localDateIn(timeZone, until),
    }),
    task('disputes', found.disputes, { dueOn: found.evidenceDueAt && localDateIn(timeZone, found.evidenceDueAt) }),
    task('failing-plans', failingPlans),
    task('refunds-asked', found.refundsAsked),
    task('fundraisers-asked', found.fundraisersAsked, {
      dueOn: found.askedAt && addDays(localDateIn(timeZone, found.askedAt), fundraiserRequests.days),
    }),
    ...zakat.map(({ campaignId }) => task('zakat-reports', 1, { campaignId })),
    ...claims.map(({ campaignId, open }) => task('claims', open, { campaignId })),
    task('email-unconfirmed', found.isConfirmed ? 0 : 1),
    task('bank-missing', hasPayouts && state === 'verified' && !found.hasBankDetails ? 1 : 0),
    task('yearly-report', state === 'verified' && (found.lastReportYear ?? 0) < lastYear ? 1 : 0),
  ]
  const ordered = orderTasks(
    tasks.filter(({ count, task: code }) => count > 0 && canDo(role, actOf(code))),
    today,
  )
  const campaigns = await namesOfCampaigns(
    ports,
    ordered.flatMap(({ campaignId }) => campaignId ?? []),
  )
  return ordered.map(({ campaignId, ...rest }) => {
    const campaign = campaigns.find(({ id }) => id === campaignId)
    return {
      ...rest,
      campaign: campaign ? { id: String(campaign.id), name: campaign.name, language: campaign.language } : null,
    }
  })
}
