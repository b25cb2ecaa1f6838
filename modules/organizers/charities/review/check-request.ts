import { assertNotOwnCharity } from '#modules/causes/campaigns/index.ts'
import { lockRequest, saveCheck } from '#modules/causes/organizations/index.ts'
import { formOfRequest } from '../form-encryption.ts'
import {
  type Checks,
  checklistOf,
  passesAllChecks,
  missingAnswers,
} from '#modules/causes/organizations/rules/registration.ts'
import { registrationOf } from '#modules/causes/organizations/rules/verification-form.ts'
import type { RequestDecision } from '#modules/causes/organizations/rules/verification-request.ts'
import type { Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import type { CharityPorts } from '../ports.ts'

/**
 * Saves the first review of a request: an answer to each line of its country's checklist, and a recommendation
 * (content-23). Faults by line (`checks.{line}`). Refuses members of the charity.
 */
export async function checkRequest(
  ports: CharityPorts,
  tx: Tx,
  input: {
    readonly requestId: string
    readonly checks: Checks
    readonly recommendation: RequestDecision
    readonly reviewerId: string
    readonly at: Date
  },
): Promise<void> {
  const request = await lockRequest(tx, input.requestId)
  if (request?.state !== 'open') throw new Problem('conflict', 'case-decided')
  await assertNotOwnCharity(tx, input.reviewerId, { organizationIds: [request.organizationId] })
  const registration = registrationOf(formOfRequest(ports, request))
  const fields = Object.fromEntries(
    missingAnswers(registration, input.checks).map((line) => [`checks.${line}`, { code: 'check-missing' }]),
  )
  if (Object.keys(fields).length > 0) throw new Problem('validation', 'invalid-input', { fields })
  if (input.recommendation === 'verify' && !passesAllChecks(registration, input.checks))
    throw new Problem('validation', 'invalid-input', { fields: { recommendation: { code: 'checks-failed' } } })
  const checks = Object.fromEntries(checklistOf(registration).map((line) => [line, input.checks[line]])) as Checks
  await saveCheck(tx, request.id, {
    checks,
    recommendation: input.recommendation,
    at: input.at,
    byId: input.reviewerId,
  })
}

/** Returns a request to its checklist, because the second reviewer disagrees. */
export async function sendBackToChecklist(tx: Tx, requestId: string): Promise<void> {
  const request = await lockRequest(tx, requestId)
  if (request?.state !== 'open') throw new Problem('conflict', 'case-decided')
  if (request.checkedById === null) throw new Problem('conflict', 'checklist-missing')
  await saveCheck(tx, request.id, null)
}
