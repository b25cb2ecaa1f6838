import type { AccountViewer } from '#modules/platform/identity/index.ts'
import {
  closeRequest,
  insertCharityRequest,
  isRegistrationTaken,
  latestRequest,
  lockRequest,
  requestsSince,
  saveScreening,
  lockVerification,
  saveVerification,
} from '#modules/causes/organizations/index.ts'
import { sendDocuments } from '../queries/documents.ts'
import { encryptForm } from '../form-encryption.ts'
import { registrationKey } from '#modules/causes/organizations/rules/registration.ts'
import { registrationOf } from '#modules/causes/organizations/rules/verification-form.ts'
import {
  stateAfterDecision,
  stateAfterRequest,
  kindOfRequest,
  nextRequestAt,
  requestLimit,
} from '#modules/causes/organizations/rules/verification-request.ts'
import { required } from '#shared/collections.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import { dayMs } from '#shared/time.ts'
import { authorizeForCharity, recordAct } from '../authorize-for-charity.ts'
import type { CharityPorts } from '../ports.ts'
import { isScreeningPossible, screenWithLists } from '../screening/screen.ts'
import { applyCountryOfDraft } from './draft-country.ts'
import { isChangedSinceVerified, findMissingVerificationFields, openForm } from './read-verification.ts'

/**
 * Sends the form and all documents for review: the first verification, its renewal, or a change of registered details
 * (content-22). Refuses an incomplete form (409 with its fields), a second open request, a fourth request in 30 days
 * (429), and a registration that belongs to a verified charity (409).
 */
export async function requestVerification(
  ports: CharityPorts,
  viewer: AccountViewer,
  context: RequestContext,
  organizationId: bigint,
): Promise<string> {
  const { charity } = await authorizeForCharity(ports, viewer, organizationId, 'verification')
  // The operator's own charity is the only one and isn't reviewed (content-32).
  if (ports.payouts === 'none') throw new Problem('conflict', 'charity-signup-closed')
  const id = ports.newId()
  const now = ports.clock()
  const isScreened = await isScreeningPossible(ports)
  await ports.write(async (tx) => {
    const verification = required(await lockVerification(tx, charity.id))
    if ((await latestRequest(tx, charity.id))?.state === 'open') throw new Problem('conflict', 'verification-requested')
    const { form } = await openForm(ports, tx, charity)
    const fields = await findMissingVerificationFields(ports, tx, charity, form)
    if (Object.keys(fields).length > 0) throw new Problem('conflict', 'requirements-missing', { fields })
    const kind = kindOfRequest(verification, now, await isChangedSinceVerified(ports, tx, charity.id, form))
    if (!kind) throw new Problem('conflict', 'verification-not-due')
    const sentAt = await requestsSince(tx, charity.id, new Date(now.getTime() - requestLimit.days * dayMs))
    const next = nextRequestAt(sentAt, now)
    if (next)
      throw new Problem('rate-limit', 'too-many-requests', {
        params: { max: requestLimit.count, days: requestLimit.days },
        retryAfterSeconds: Math.ceil((next.getTime() - now.getTime()) / 1000),
      })
    const key = registrationKey(registrationOf(form))
    if (await isRegistrationTaken(tx, key, charity.id, now)) throw new Problem('conflict', 'charity-has-account')
    await insertCharityRequest(tx, {
      id,
      organizationId: charity.id,
      kind,
      form: encryptForm(ports, charity.id, form),
      registrationKey: key,
      requestedAt: now,
      requestedById: viewer.accountId,
    })
    await sendDocuments(tx, charity.id, id)
    await applyCountryOfDraft(tx, { charity, verifiedAt: verification.verifiedAt, viewer, context, form, at: now })
    const after = stateAfterRequest(verification, now)
    await saveVerification(tx, charity.id, { ...after, verifiedAt: verification.verifiedAt })
    await recordAct(tx, {
      viewer,
      context,
      organizationId: charity.id,
      act: 'verification-requested',
      at: now,
      details: { request: id, kind },
    })
  })
  if (isScreened) {
    const found = await screenWithLists(ports, charity.id)
    await ports.write((tx) => saveScreening(tx, id, found > 0 ? 'matched' : 'clear'))
  }
  return id
}

/** Withdraws an open request, so that it can be corrected; it still counts towards the limit of requests. */
export async function withdrawRequest(
  ports: CharityPorts,
  viewer: AccountViewer,
  context: RequestContext,
  ids: { readonly organizationId: bigint; readonly requestId: string },
): Promise<void> {
  const { charity } = await authorizeForCharity(ports, viewer, ids.organizationId, 'verification')
  const instant = ports.clock()
  await ports.write(async (tx) => {
    const verification = required(await lockVerification(tx, charity.id))
    const request = await lockRequest(tx, ids.requestId)
    if (request?.organizationId !== charity.id) throw new Problem('not-found', 'verification-not-found')
    if (request.state !== 'open') throw new Problem('conflict', 'case-decided')
    await closeRequest(tx, request.id, { state: 'withdrawn', at: instant, byId: viewer.accountId, reason: '' })
    const after = stateAfterDecision(
      verification,
      { kind: request.kind, decision: 'return' },
      { now: instant, months: ports.verificationMonths },
    )
    await saveVerification(tx, charity.id, { ...after, verifiedAt: verification.verifiedAt })
    await recordAct(tx, {
      viewer,
      context,
      organizationId: charity.id,
      act: 'verification-withdrawn',
      at: instant,
      details: { request: request.id },
    })
  })
}
