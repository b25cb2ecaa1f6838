import { openGeneralFund, setReliefOfCharity, isOwnCharity } from '#modules/causes/campaigns/index.ts'
import {
  closeRequest,
  isRegistrationTaken,
  lockRequest,
  type VerificationRequest,
  hasBlockingMatch,
  requireStaffForForeignBank,
  findOrganizationForStaff,
  updateOrganization,
} from '#modules/causes/organizations/index.ts'
import { formOfRequest } from '../form-encryption.ts'
import { reliefOf } from '#modules/causes/organizations/rules/receipt-regime.ts'
import { type Checks, printedRegistration, confirmedRegime } from '#modules/causes/organizations/rules/registration.ts'
import { registrationOf } from '#modules/causes/organizations/rules/verification-form.ts'
import {
  type RequestDecision,
  refusalOfSecondReviewer,
} from '#modules/causes/organizations/rules/verification-request.ts'
import { record } from '#modules/platform/audit/index.ts'
import { countryName } from '#shared/texts/country-names.ts'
import { formatDay, localDateIn } from '#shared/calendar.ts'
import { required } from '#shared/collections.ts'
import type { Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { mailOwners } from '#modules/organizers/fundraising/index.ts'
import type { CharityPorts } from '../ports.ts'
import { saveVerificationDecision } from './save-verification.ts'

const stateAfter: Readonly<Record<RequestDecision, 'verified' | 'returned' | 'rejected'>> = {
  verify: 'verified',
  return: 'returned',
  reject: 'rejected',
}

/**
 * Decides a request as a second staff member; neither reviewer may be a member of the charity (content-23). The
 * decision must confirm the first recommendation; otherwise the case returns to the checklist. Saves the verified
 * details in the charity, adapts its receipts, and mails its owners and admins.
 */
export async function decideRequest(
  ports: CharityPorts,
  tx: Tx,
  input: {
    readonly requestId: string
    readonly decision: RequestDecision
    /** Message to the charity. */
    readonly message: string
    readonly reviewerId: string
    readonly at: Date
  },
): Promise<void> {
  const request = await lockRequest(tx, input.requestId)
  if (request?.state !== 'open') throw new Problem('conflict', 'case-decided')
  const refusal = refusalOfSecondReviewer({
    approvals: ports.staffApprovals,
    checkedById: request.checkedById,
    reviewerId: input.reviewerId,
    isMember: await isOwnCharity(tx, input.reviewerId, { organizationIds: [request.organizationId] }),
  })
  if (refusal) throw new Problem('conflict', refusal)
  if (request.recommendation !== input.decision) throw new Problem('conflict', 'recommendation-differs')
  if (input.decision === 'verify') {
    if (await hasBlockingMatch(tx, request.organizationId)) throw new Problem('conflict', 'match-open')
    if (await isRegistrationTaken(tx, request.registrationKey, request.organizationId, input.at))
      throw new Problem('conflict', 'charity-has-account')
  }
  await applyDecision(ports, tx, { ...input, request })
}

/** Closes an open request with a decision, without checking permissions. */
export async function applyDecision(
  ports: CharityPorts,
  tx: Tx,
  input: {
    readonly request: VerificationRequest
    readonly decision: RequestDecision
    readonly message: string
    readonly reviewerId: string
    readonly at: Date
  },
): Promise<void> {
  const { request, decision, at } = input
  const { organizationId } = request
  const state = stateAfter[input.decision]
  const newCountry =
    decision === 'verify' ? await writeVerified(ports, tx, request, { at, reviewerId: input.reviewerId }) : null
  const { before, after } = await saveVerificationDecision(
    ports,
    tx,
    organizationId,
    { kind: request.kind, decision },
    at,
  )
  await closeRequest(tx, request.id, { state, at, byId: input.reviewerId, reason: input.message })
  await record(tx, {
    actor: { kind: 'account', id: input.reviewerId },
    act: 'charities.verification-decided',
    object: `organization:${organizationId}`,
    at,
    details: {
      request: request.id,
      decision,
      from: { state: before.verificationState, until: before.verifiedUntil?.toISOString() ?? null },
      to: { state: after.verificationState, until: after.verifiedUntil?.toISOString() ?? null },
    },
  })
  await mailOwners(ports, tx, before, {
    kind: newCountry ? 'country-changed' : `verification-${state}`,
    key: `verification.${request.id}`,
    roles: ['owner', 'admin'],
    message: () => input.message,
    params: (locale) => ({
      date: after.verifiedUntil ? formatDay(localDateIn(before.timeZone, after.verifiedUntil), locale) : '',
      country: newCountry ? `\u2068${countryName(newCountry, locale)}\u2069` : '',
    }),
    path: decision === 'verify' ? '#first-steps' : '/verification',
  })
}

/**
 * Saves the verified details in the charity, and opens its general fund. Currency and time zone stay, because the
 * ledger depends on them. Returns the country if it isn't the earlier one (content-48).
 */
async function writeVerified(
  ports: CharityPorts,
  tx: Tx,
  request: VerificationRequest,
  { at, reviewerId }: { readonly at: Date; readonly reviewerId: string },
): Promise<string | null> {
  const { organizationId } = request
  const charity = required(await findOrganizationForStaff(tx, organizationId), 'charity')
  const form = formOfRequest(ports, request)
  const registration = registrationOf(form)
  const checks: Checks = request.checks ?? {}
  const regime = confirmedRegime(registration, checks)
  await updateOrganization(tx, organizationId, {
    country: form.country,
    legal_name: form.legalName,
    legal_form: form.legalForm,
    register: form.register,
    registration_number: form.number,
    registration_key: request.registrationKey,
    registration: printedRegistration(registration),
    postal_address: form.registeredAddress,
    receipt_regime: regime,
    receipt_signatory: form.signatory || null,
    reviewers: ports.staffApprovals,
    ...(charity.website === null && form.website !== '' ? { website: form.website } : {}),
  })
  await setReliefOfCharity(tx, organizationId, reliefOf(regime))
  await openGeneralFund(tx, organizationId, at)
  if (form.country === charity.country) return null
  await requireStaffForForeignBank(tx, organizationId, form.country)
  await record(tx, {
    actor: { kind: 'account', id: reviewerId },
    act: 'charities.country-changed',
    object: `organization:${organizationId}`,
    at,
    details: { request: request.id, from: charity.country, to: form.country },
  })
  return form.country
}
