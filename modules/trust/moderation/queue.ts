import { required } from '#shared/collections.ts'
import { findCampaigns } from '#modules/causes/campaigns/index.ts'
import { type AccountViewer, contactsOf } from '#modules/platform/identity/index.ts'
import type { Db } from '#shared/ports.ts'
import { syncCases } from './sync-cases.ts'
import type { ModerationPorts } from './ports.ts'
import { type Case, countOpen, listCases } from './queries/cases.ts'
import type { CaseKind } from './rules/score.ts'
import { kindsOf } from './rules/work.ts'

export const casesPerPage = 50

/** Returns the kinds of cases that a staff member works on. */
export const kindsOfViewer = (viewer: Pick<AccountViewer, 'roles'>): CaseKind[] => kindsOf(viewer.roles)

export type QueueInput = {
  readonly kind?: CaseKind | undefined
  readonly assignee: 'anyone' | 'me' | 'unassigned'
  readonly state: 'open' | 'decided'
  readonly sort: 'score' | 'age'
  readonly page: number
}

/** Returns the queue of cases that need review, limited to the viewer's kinds. */
export async function queue(ports: ModerationPorts, viewer: AccountViewer, input: QueueInput) {
  await syncCases(ports)
  // A platform that doesn't pay out to charities verifies none (content-32).
  const kinds = kindsOfViewer(viewer).filter(
    (kind) => (kind !== 'charity' && kind !== 'match') || ports.payouts !== 'none',
  )
  const requests = input.kind ? kinds.filter((kind) => kind === input.kind) : kinds
  const filter = {
    kinds: requests,
    state: input.state,
    sort: input.sort,
    assignee: { me: { is: viewer.accountId }, unassigned: 'unassigned' as const, anyone: undefined }[input.assignee],
  }
  // Reads one more than it shows, to know whether there is a next page. A viewer without kinds has no cases.
  const rows =
    requests.length === 0
      ? []
      : await listCases(ports.db, filter, { offset: (input.page - 1) * casesPerPage, limit: casesPerPage + 1 })
  const open = kinds.length === 0 ? [] : await countOpen(ports.db, kinds)
  return {
    kinds: kinds.map((kind) => ({ kind, open: Number(open.find((item) => item.kind === kind)?.count ?? 0) })),
    cases: await rowsOf(ports.db, rows.slice(0, casesPerPage)),
    hasMore: rows.length > casesPerPage,
  }
}

export const personOf = ({
  id,
  firstName,
  lastName,
  email,
}: {
  id: string
  firstName: string
  lastName: string
  email: string | null
}) => ({
  id,
  name: `${firstName} ${lastName}`.trim() || (email ?? ''),
})

/** Returns cases with the names that they refer to. */
export async function rowsOf(db: Db, cases: readonly Case[]) {
  const campaigns = new Map(
    (await findCampaigns(db, [...new Set(cases.map(({ campaignId }) => campaignId))])).map((campaign) => [
      campaign.id,
      campaign,
    ]),
  )
  const ids = [
    ...new Set(cases.flatMap(({ assigneeId, decidedById }) => [assigneeId, decidedById].filter((id) => id !== null))),
  ]
  const people = new Map((await contactsOf(db, ids)).map((person) => [person.id, personOf(person)]))
  return cases.map((item) => ({
    id: item.id,
    kind: item.kind,
    campaign: campaigns.get(item.campaignId)?.name ?? '',
    language: campaigns.get(item.campaignId)?.language ?? 'en',
    openedAt: item.openedAt,
    reasons: [...item.reasons],
    score: item.score,
    parts: [...item.parts],
    atStake: item.atStake,
    currency: item.currency,
    assignee: item.assigneeId === null ? null : (people.get(item.assigneeId) ?? { id: item.assigneeId, name: '' }),
    state: item.state,
    decided:
      item.state === 'decided'
        ? {
            at: required(item.decidedAt),
            by: people.get(required(item.decidedById))?.name ?? '',
            decision: required(item.decision),
            reason: required(item.reason),
          }
        : null,
  }))
}
