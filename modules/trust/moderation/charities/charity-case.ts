import {
  checkRequest,
  documentForStaff,
  requestForStaff,
  sendBackToChecklist,
} from '#modules/organizers/charities/index.ts'
import { pagesInReview } from '#modules/organizers/hosted-pages/index.ts'
import type { Checks } from '#modules/causes/organizations/rules/registration.ts'
import type { RequestDecision } from '#modules/causes/organizations/rules/verification-request.ts'
import { record } from '#modules/platform/audit/index.ts'
import { type AccountViewer, contactsOf } from '#modules/platform/identity/index.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import type { Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import type { ModerationPorts } from '../ports.ts'
import { type Case, findCase } from '../queries/cases.ts'
import { personOf, kindsOfViewer } from '../queue.ts'
import { checkSeen } from '../content-fingerprint.ts'
import { recordCaseAction, lockCaseToDecide } from '../work-on-case.ts'

/** Returns checklist, first review, screening and documents of a charity's case; null for other cases. */
export async function charityOfCase(ports: ModerationPorts, viewer: AccountViewer, { kind, subjectId }: Case) {
  const found = kind === 'charity' ? await requestForStaff(ports, ports.db, subjectId) : undefined
  if (!found) return null
  const { request, charity, country, checklist, documents, matches } = found
  const [first] = request.checkedById ? await contactsOf(ports.db, [request.checkedById]) : []
  return {
    organizationId: charity.id.toString(),
    kind: request.kind,
    country,
    checklist: checklist.map((line) => ({ line, answer: request.checks?.[line] ?? null })),
    checked:
      request.recommendation && request.checkedAt
        ? {
            recommendation: request.recommendation,
            by: first ? personOf(first).name : '',
            at: request.checkedAt,
            isOwn: request.checkedById === viewer.accountId,
          }
        : null,
    approvals: ports.staffApprovals,
    screening: request.screening,
    matches: matches.map(({ id, screenedName, entryNames, state }) => ({
      id,
      screenedName,
      names: [...entryNames],
      state,
    })),
    documents: documents.map(({ id, kind: documentKind, name }) => ({ id, kind: documentKind, name })),
    pages: await pagesOfCase(ports, charity.id),
  }
}

/** Returns the pages that wait for the decision, which are reviewed with the charity (pages-7). */
const pagesOfCase = async (ports: ModerationPorts, organizationId: bigint) =>
  (await pagesInReview(ports.db, organizationId)).map(({ version: _, levels, pictures, links, ...page }) => ({
    ...page,
    levels: levels.map((level) => ({ ...level })),
    pictures: pictures.map((picture) => ({ ...picture })),
    links: [...links],
  }))

/** Locks and returns a charity's case that the viewer works on. */
async function charityCaseToWorkOn(tx: Tx, viewer: AccountViewer, caseId: string): Promise<Case> {
  const item = await lockCaseToDecide(tx, viewer, caseId)
  if (item.kind !== 'charity') throw new Problem('not-found', 'case-not-found')
  if (item.state === 'decided') throw new Problem('conflict', 'case-decided')
  return item
}

/**
 * Saves the first review of a charity: answers to its checklist and a recommendation, for the content that was read.
 */
export async function checkCharity(
  ports: ModerationPorts,
  viewer: AccountViewer,
  context: RequestContext,
  input: {
    readonly caseId: string
    readonly seen: string
    readonly checks: Checks
    readonly recommendation: RequestDecision
  },
): Promise<void> {
  const instant = ports.clock()
  await ports.write(async (tx) => {
    const item = await charityCaseToWorkOn(tx, viewer, input.caseId)
    await checkSeen(ports, tx, item, input.seen)
    const { checks, recommendation } = input
    await checkRequest(ports, tx, {
      requestId: item.subjectId,
      checks,
      recommendation,
      reviewerId: viewer.accountId,
      at: instant,
    })
    await record(tx, recordCaseAction(ports, viewer, context, item.id, 'charity-checked', { checks, recommendation }))
  })
}

/** Returns a charity to its checklist, as the second reviewer. */
export async function returnToChecklist(
  ports: ModerationPorts,
  viewer: AccountViewer,
  context: RequestContext,
  caseId: string,
): Promise<void> {
  await ports.write(async (tx) => {
    const item = await charityCaseToWorkOn(tx, viewer, caseId)
    await sendBackToChecklist(tx, item.subjectId)
    await record(tx, recordCaseAction(ports, viewer, context, item.id, 'charity-sent-back'))
  })
}

/** Returns a document of a charity's case; each access is audited. */
export async function openDocumentOfCase(
  ports: ModerationPorts,
  viewer: AccountViewer,
  context: RequestContext,
  ids: { readonly caseId: string; readonly documentId: string },
) {
  const item = kindsOfViewer(viewer).includes('charity') ? await findCase(ports.db, ids.caseId, ['charity']) : undefined
  if (!item) throw new Problem('not-found', 'case-not-found')
  const file = await documentForStaff(ports, { requestId: item.subjectId, documentId: ids.documentId })
  const details = { document: ids.documentId }
  await ports.write((tx) => record(tx, recordCaseAction(ports, viewer, context, item.id, 'document-opened', details)))
  return file
}
