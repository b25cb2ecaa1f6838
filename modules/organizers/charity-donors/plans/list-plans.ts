import { lastOf } from '#shared/collections.ts'
import { readCursor, writeCursor } from '#shared/cursor.ts'
import type { ResultOf } from '#shared/endpoint.ts'
import { canDo } from '#modules/causes/organizations/rules/roles.ts'
import { authorizeForCharity } from '#modules/organizers/charities/index.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { mailHostOf } from '#modules/platform/notifications/index.ts'
import type { SubscriptionState } from '#modules/recurring/plans/rules/states.ts'
import type { charityDonorsContract } from '../contract-donors.ts'
import type { CharityDonorPorts } from '../ports.ts'
import { listPlanMails, listPlans } from '../queries/plans.ts'
import { planView } from './plan-view.ts'

/** The newest mails that a list shows of each plan. */
const mailsShown = 3

/** Returns a page of the plans of a charity's donors. */
export async function listCharityPlans(
  ports: CharityDonorPorts,
  viewer: AccountViewer,
  request: {
    readonly organizationId: bigint
    readonly state?: SubscriptionState | undefined
    readonly failing?: 'yes' | undefined
    readonly before?: string | undefined
    readonly limit: number
  },
): Promise<ResultOf<typeof charityDonorsContract, 'GET /v4/organizations/:organizationId/donor-plans'>> {
  const { charity, role } = await authorizeForCharity(ports, viewer, request.organizationId, 'donors', 'reading')
  const found = await listPlans(
    ports.db,
    { organizationId: charity.id, state: request.state, isFailing: request.failing === 'yes' },
    { limit: request.limit + 1, before: readCursor(request.before) },
  )
  const onPage = found.slice(0, request.limit)
  const mails = await listPlanMails(ports.db, {
    ids: onPage.map(({ id }) => id),
    host: mailHostOf(ports.mailFrom),
    limit: mailsShown,
  })
  const last = found.length > onPage.length ? lastOf(onPage) : undefined
  return {
    charity: { id: String(charity.id), name: charity.name },
    canCancel: canDo(role, 'donor-plans'),
    plans: onPage.map((plan) => planView(plan, charity.timeZone, mails)),
    next: last ? writeCursor({ at: last.createdAt, id: last.id }) : null,
  }
}
