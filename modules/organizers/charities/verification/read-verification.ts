import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { findForm, latestRequest, requestsSince, type StaffOrganization } from '#modules/causes/organizations/index.ts'
import { listCharityDocuments } from '../queries/documents.ts'
import { decryptForm, formOfRequest } from '../form-encryption.ts'
import {
  checkVerificationForm,
  emptyForm,
  missingDocuments,
  type VerificationForm,
} from '#modules/causes/organizations/rules/verification-form.ts'
import { kindOfRequest, nextRequestAt, requestLimit } from '#modules/causes/organizations/rules/verification-request.ts'
import { verificationStateAt } from '#modules/causes/organizations/rules/verification.ts'
import { localDateIn } from '#shared/calendar.ts'
import type { Db } from '#shared/ports.ts'
import type { Fault } from '#shared/problem.ts'
import { dayMs } from '#shared/time.ts'
import { authorizeForCharity } from '../authorize-for-charity.ts'
import type { CharityPorts } from '../ports.ts'

/** Returns the saved form of a charity, or an empty one with its country and version 0. */
export async function openForm(
  ports: Pick<CharityPorts, 'fieldKey'>,
  db: Db,
  charity: Pick<StaffOrganization, 'id' | 'country'>,
): Promise<{ readonly form: VerificationForm; readonly version: number }> {
  const savedForm = await findForm(db, charity.id)
  return savedForm
    ? { form: decryptForm(ports, charity, savedForm.form), version: savedForm.version }
    : { form: { ...emptyForm, country: charity.country }, version: 0 }
}

/** Returns what is missing before the form can be sent, by field; a missing document is `documents.{kind}`. */
export async function findMissingVerificationFields(
  ports: Pick<CharityPorts, 'clock'>,
  db: Db,
  charity: Pick<StaffOrganization, 'id' | 'timeZone'>,
  form: VerificationForm,
): Promise<Record<string, Fault>> {
  const kinds = (await listCharityDocuments(db, charity.id)).map(({ kind }) => kind)
  const year = Number(localDateIn(charity.timeZone, ports.clock()).slice(0, 4))
  return {
    ...checkVerificationForm(form, { year }),
    ...Object.fromEntries(
      missingDocuments(form, kinds).map((kind) => [`documents.${kind}`, { code: `document-${kind}-missing` }]),
    ),
  }
}

/** Whether a form differs from the one that the charity was last verified with. */
export async function isChangedSinceVerified(
  ports: Pick<CharityPorts, 'fieldKey'>,
  db: Db,
  organizationId: bigint,
  form: VerificationForm,
): Promise<boolean> {
  const last = await latestRequest(db, organizationId, 'verified')
  return !last || JSON.stringify(formOfRequest(ports, last)) !== JSON.stringify(form)
}

/** Returns everything about the verification of a charity, for its owners and admins. */
export async function readVerification(ports: CharityPorts, viewer: AccountViewer, organizationId: bigint) {
  const { charity, role } = await authorizeForCharity(ports, viewer, organizationId, 'verification', 'reading')
  const now = ports.clock()
  const { form, version } = await openForm(ports, ports.db, charity)
  const [documents, request, missing, sentAt, hasChanges] = await Promise.all([
    listCharityDocuments(ports.db, charity.id),
    latestRequest(ports.db, charity.id),
    findMissingVerificationFields(ports, ports.db, charity, form),
    requestsSince(ports.db, charity.id, new Date(now.getTime() - requestLimit.days * dayMs)),
    isChangedSinceVerified(ports, ports.db, charity.id, form),
  ])
  return {
    charity,
    role,
    state: verificationStateAt(charity, now),
    verifiedUntil: charity.verifiedUntil,
    form,
    version,
    missing,
    documents,
    request,
    askable: request?.state === 'open' ? null : (kindOfRequest(charity, now, hasChanges) ?? null),
    nextRequestAt: nextRequestAt(sentAt, now),
  }
}
