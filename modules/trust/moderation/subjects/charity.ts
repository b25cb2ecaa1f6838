import { decideRequest, requestForStaff } from '#modules/organizers/charities/index.ts'
import { lockPagesInReview, pagesInReview, publishReviewedPages } from '#modules/organizers/hosted-pages/index.ts'
import { namesOfOthers, findVerificationRequest } from '#modules/causes/organizations/index.ts'
import { findLikeName } from '#modules/causes/organizations/rules/likeness.ts'
import { requestDecisions } from '#modules/causes/organizations/rules/verification-request.ts'
import { Problem } from '#shared/problem.ts'
import type { SubjectKind } from '../subject.ts'

/**
 * A charity that requested verification; `subjectId` is the request's id. Compares it with the last verified details.
 * Pages that wait for the verification are reviewed and published with it (pages-7).
 */
export const charitySubject: SubjectKind = {
  async describe(db, subjectId, ports) {
    const found = await requestForStaff(ports, db, subjectId)
    if (!found) return undefined
    const { charity, request, texts, before, documents, matches } = found
    const likeName = findLikeName(charity.name, [ports.productName, ...(await namesOfOthers(db, charity.id))])
    return {
      title: charity.name,
      language: 'en',
      href: charity.verifiedUntil === null ? null : `/organizations/${charity.slug}`,
      texts: { ...texts, ...(likeName === undefined ? {} : { 'like-name': likeName }) },
      ...(before ? { before } : {}),
      besides: [
        JSON.stringify([request.checks, request.recommendation, request.checkedById]),
        ...documents.map(({ id }) => id),
        ...matches.map(({ id, state }) => `${id} ${state}`),
        ...(await pagesInReview(db, charity.id)).map(({ id, version }) => `${id} ${version}`),
      ],
    }
  },
  async hold(tx, { subjectId }) {
    const request = await findVerificationRequest(tx, subjectId)
    if (request) await lockPagesInReview(tx, request.organizationId)
  },
  async decide(ports, tx, { subjectId, decision, letterText: message, reviewerId, at }) {
    const knownDecision = requestDecisions.find((requestDecision) => requestDecision === decision)
    if (!knownDecision) throw new Problem('conflict', 'conflict')
    await decideRequest(ports, tx, { requestId: subjectId, decision: knownDecision, message, reviewerId, at })
    const request = knownDecision === 'verify' ? await findVerificationRequest(tx, subjectId) : undefined
    if (request) await publishReviewedPages(ports, tx, { organizationId: request.organizationId, at })
  },
}
