import { readLocalDate } from '#shared/calendar.ts'
import { normalizeCode, normalizeDigits } from '#shared/input/digits.ts'
import { type Fault, Problem } from '#shared/problem.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { record } from '#modules/platform/audit/index.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { isAccountingYearEnd } from '../rules/claim-deadline.ts'
import { readReferences } from '../rules/references.ts'
import { authorizeForClaims } from './authorize-for-claims.ts'
import { ukDayOf } from '../declarations/rules/coverage.ts'
import type { ClaimPorts } from './ports.ts'
import { findByReferences } from './queries/donations.ts'
import { saveSettings } from './queries/settings.ts'

const hmrcReferenceForm = /^[A-Z]{1,2}\d{1,5}$/

/**
 * Saves a charity's HMRC reference, the end of its accounting year, and what it claimed outside this site: nothing, up to a
 * UK day, or single donations by their receipt numbers or references (gift-aid-12). Marked donations stay marked. Throws
 * 400 at a field that is wrong; a later day than today isn't accepted.
 */
export async function changeSettings(
  ports: ClaimPorts,
  viewer: AccountViewer,
  context: Pick<RequestContext, 'ip'>,
  input: {
    readonly organizationId: bigint
    readonly hmrcReference: string
    /** `04-05` is 5 April. */
    readonly accountingYearEnd: string
    readonly claimedBefore: 'nothing' | 'until' | 'donations'
    readonly claimedUntil: string
    /** One a line, or separated by commas. */
    readonly references: string
  },
): Promise<void> {
  const charity = await authorizeForClaims(ports, viewer, input.organizationId, 'changing')
  const instant = ports.clock()
  const hmrcReference = normalizeCode(input.hmrcReference)
  const accountingYearEnd = normalizeDigits(input.accountingYearEnd).trim()
  const claimedUntil = input.claimedBefore === 'until' ? readLocalDate(input.claimedUntil) : undefined
  const fields: Record<string, Fault> = {}
  if (!hmrcReferenceForm.test(hmrcReference))
    fields.hmrcReference = { code: hmrcReference === '' ? 'hmrc-reference-missing' : 'hmrc-reference-invalid' }
  if (!isAccountingYearEnd(accountingYearEnd)) fields.accountingYearEnd = { code: 'accounting-year-end-invalid' }
  if (input.claimedBefore === 'until' && (claimedUntil === undefined || claimedUntil > ukDayOf(instant)))
    fields.claimedUntil = { code: 'claimed-until-invalid' }
  const donationIds: string[] = []
  if (input.claimedBefore === 'donations') {
    const { receipts, references, unreadable } = readReferences(input.references)
    const found = await findByReferences(ports.db, charity.id, { receipts, references })
    const unknown = [...receipts, ...references].filter((text) => !found.some((match) => match.text === text))
    const [wrong] = [...unreadable, ...unknown]
    if (wrong !== undefined) fields.references = { code: 'claimed-reference-unknown', params: { reference: wrong } }
    else if (found.length === 0) fields.references = { code: 'claimed-references-missing' }
    donationIds.push(...new Set(found.map(({ donationId }) => donationId)))
  }
  if (Object.keys(fields).length > 0 || !isAccountingYearEnd(accountingYearEnd))
    throw new Problem('validation', 'invalid-input', { fields })
  const [month, day] = accountingYearEnd.split('-').map(Number)
  await ports.write(async (tx) => {
    await saveSettings(tx, {
      organizationId: charity.id,
      hmrcReference,
      yearEnd: { month: month ?? 4, day: day ?? 5 },
      claimedUntil: claimedUntil ?? null,
      donationIds,
      accountId: viewer.accountId,
      at: instant,
    })
    await record(tx, {
      actor: { kind: 'account', id: viewer.accountId },
      act: 'gift-aid.settings-changed',
      object: `organization:${charity.id}`,
      at: instant,
      ip: context.ip,
      details: {
        hmrcReference,
        accountingYearEnd,
        claimedBefore: input.claimedBefore,
        ...(claimedUntil && { claimedUntil }),
        ...(donationIds.length > 0 && { donations: donationIds.length }),
      },
    })
  })
}
