import type { AccountRequest } from '#modules/platform/identity/index.ts'
import type { FundraiserState } from '#modules/organizers/fundraising/rules/states.ts'
import { findAddressedOrganization } from '#modules/causes/organizations/index.ts'
import { canReceiveDonations } from '#modules/causes/organizations/rules/verification.ts'
import { localDateIn } from '#shared/calendar.ts'
import { required } from '#shared/collections.ts'
import type { Ports } from '#shared/ports.ts'
import { type Fault, Problem } from '#shared/problem.ts'
import { authorizeForPages, hostedPageNotFound } from './authorize-for-page.ts'
import { changePageState } from './change-page-state.ts'
import type { HostedPagePorts } from './ports.ts'
import { missingToPublish } from './rules/missing-to-publish.ts'
import { findPageOfCampaign } from './queries/pages.ts'
import { type RequestableState, type HostedPageState, pageStateOf } from './rules/page-states.ts'

const requestedStates: Readonly<Record<FundraiserState, RequestableState>> = {
  draft: 'draft',
  review: 'published',
  active: 'published',
  paused: 'unpublished',
  closed: 'ended',
}
const fundraiserStates: Readonly<Record<HostedPageState, FundraiserState>> = {
  draft: 'draft',
  review: 'review',
  published: 'active',
  unpublished: 'paused',
  ended: 'closed',
  archived: 'closed',
}

/**
 * Implements `changeProjectState` (S2 §7) for a page: active publishes, paused unpublishes, closed ends it. If the
 * charity isn't verified, active sends a draft to review; otherwise there is no review (pages-7). Returns the new
 * state.
 */
export async function movePageOfCampaign(
  ports: HostedPagePorts,
  by: AccountRequest,
  input: { readonly campaignId: bigint; readonly state: FundraiserState },
): Promise<FundraiserState> {
  const page = await findPageOfCampaign(ports.db, input.campaignId)
  if (!page) throw hostedPageNotFound()
  const subdomain = page.organizationId.toString()
  const { charity } = await authorizeForPages(ports, by.viewer, subdomain, 'page-states')
  const now = ports.clock()
  const from = fundraiserStates[pageStateOf(page, now)]
  const hasNoReview = input.state === 'review' && canReceiveDonations(charity, now)
  if (from === input.state || hasNoReview) throw new Problem('conflict', 'state-not-allowed', { more: { state: from } })
  const moved = await changePageState(ports, by, { subdomain, slug: page.slug, state: requestedStates[input.state] })
  return fundraiserStates[pageStateOf(moved.page, now)]
}

/** Implements `requirementsCheck` (S2 §7) for a page: its state, and what its draft lacks before it can be published. */
export async function pageRequirements(
  ports: Pick<Ports, 'db' | 'clock'>,
  campaignId: bigint,
): Promise<{ readonly state: FundraiserState; readonly missing: Readonly<Record<string, Fault>> }> {
  const page = await findPageOfCampaign(ports.db, campaignId)
  if (!page) throw hostedPageNotFound()
  const charity = required(await findAddressedOrganization(ports.db, page.organizationId.toString()), 'charity')
  const now = ports.clock()
  return {
    state: fundraiserStates[pageStateOf(page, now)],
    missing: missingToPublish(page.draft, localDateIn(charity.timeZone, now)),
  }
}
