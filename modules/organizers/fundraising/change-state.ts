import { required } from '#shared/collections.ts'
import { record } from '#modules/platform/audit/index.ts'
import { campaignRunBy, lockEdited, changeStatus } from '#modules/causes/campaigns/index.ts'
import { listMembers } from '#modules/causes/organizations/index.ts'
import { canDo } from '#modules/causes/organizations/rules/roles.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import type { Ports, Tx } from '#shared/ports.ts'
import { type Fault, Problem } from '#shared/problem.ts'
import type { OpenDraft } from './draft-view.ts'
import { readDraft } from './edit-draft.ts'
import { payoutRequirements } from './payouts/payout-requirements.ts'
import { charityAskedTask, type FundraisingPorts } from './ports.ts'
import { closeSubmission, insertSubmission } from './queries/submissions.ts'
import { type FundraiserState, canOrganizerMove, campaignStatusOf } from './rules/states.ts'

/**
 * Returns what a fundraiser lacks before it can be submitted, by field; the submitter needs a confirmed email address.
 */
const requirementsOf = (open: OpenDraft, viewer: { readonly isEmailConfirmed: boolean }): Record<string, Fault> => ({
  ...(open.missing as Record<string, Fault>),
  ...(viewer.isEmailConfirmed ? {} : { email: { code: 'confirm-email-first' } }),
})

/**
 * Implements `requirementsCheck` (S2 §7) for the organizer of a personal fundraiser, or the owner, admin or finance
 * member of its charity (accounts-8). A hosted page lacks what it needs before it can be published (pages-1).
 */
export async function checkRequirements(ports: FundraisingPorts, viewer: AccountViewer, campaignId: bigint) {
  const campaign = await campaignRunBy(ports, viewer, campaignId, 'state', 'reading')
  const [toBePublic, missingForPayout] = await Promise.all([
    campaign.kind === 'hosted-page'
      ? ports.pageRequirements(ports, campaign.id)
      : readDraft(ports.db, campaign.id, ports.clock()).then((open) => ({
          state: open.state,
          missing: requirementsOf(open, viewer),
        })),
    payoutRequirements(ports, campaign),
  ])
  return { ...toBePublic, missingForPayout }
}

/**
 * Implements `changeProjectState` (S2 §7): the organizer's transitions of `rules/states.ts`; any other is a conflict.
 * Submitting requires everything in `checkRequirements`. A pause refuses donations from the same second on
 * (`campaign-for-donation.ts`).
 */
export async function changeState(
  ports: FundraisingPorts & Ports,
  viewer: AccountViewer,
  context: RequestContext,
  input: { readonly campaignId: bigint; readonly state: FundraiserState; readonly reason: string },
): Promise<{ id: bigint; state: FundraiserState }> {
  const { id, kind } = await campaignRunBy(ports, viewer, input.campaignId, 'state')
  if (kind === 'hosted-page')
    return {
      id,
      state: await ports.movePageOfCampaign(ports, { viewer, context }, { campaignId: id, state: input.state }),
    }
  const instant = ports.clock()
  await ports.write(async (tx) => {
    const campaign = await lockEdited(tx, id)
    if (!campaign) throw new Problem('not-found', 'campaign-not-found')
    const open = await readDraft(tx, id, instant)
    if (!canOrganizerMove(campaign.kind, open.state, input.state))
      throw new Problem('conflict', 'state-not-allowed', { more: { state: open.state } })
    if (input.state === 'active' && campaign.pausedByStaffAt)
      throw new Problem('conflict', 'fundraiser-paused-by-staff')
    if (input.state === 'review') {
      const fields = requirementsOf(open, viewer)
      if (Object.keys(fields).length > 0) throw new Problem('conflict', 'requirements-missing', { fields })
      const submissionId = ports.newId()
      const asksCharity = await hasToAskCharity(tx, viewer, campaign.organizationId)
      const submission = { id: submissionId, campaignId: id, submittedBy: viewer.accountId, asksCharity, at: instant }
      if ((await insertSubmission(tx, submission)) && asksCharity)
        await ports.enqueue(tx, charityAskedTask, { submissionId })
    } else if (open.state === 'review') {
      await closeSubmission(tx, {
        id: required(open.submission, 'submission').id,
        decision: 'withdrawn',
        by: viewer.accountId,
        reason: input.reason,
        at: instant,
      })
    } else {
      await changeStatus(tx, id, { from: campaignStatusOf(open.state), to: campaignStatusOf(input.state), at: instant })
    }
    await record(tx, {
      actor: { kind: 'account', id: viewer.accountId },
      act: 'fundraising.state-changed',
      object: `campaign:${id}`,
      at: instant,
      ip: context.ip,
      details: { from: open.state, to: input.state, reason: input.reason },
    })
  })
  return { id, state: input.state }
}

/**
 * Whether a charity has to accept a fundraiser first: the submitter isn't one of its members, and it has a member who can
 * accept (content-4).
 */
async function hasToAskCharity(tx: Tx, viewer: AccountViewer, organizationId: bigint): Promise<boolean> {
  const members = await listMembers(tx, organizationId)
  return (
    members.some(({ role }) => canDo(role, 'fundraisers')) &&
    members.every(({ accountId }) => accountId !== viewer.accountId)
  )
}
