import {
  findVerificationRequest,
  latestRequest,
  listBankDetails,
  listMatches,
  findOrganizationForStaff,
} from '#modules/causes/organizations/index.ts'
import { documentsOfRequest, findCharityDocument } from '../queries/documents.ts'
import { formOfRequest } from '../form-encryption.ts'
import { checklistOf } from '#modules/causes/organizations/rules/registration.ts'
import { registrationOf, type VerificationForm } from '#modules/causes/organizations/rules/verification-form.ts'
import type { Db } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import type { CharityPorts } from '../ports.ts'
import { documentToSend } from '../verification/documents.ts'

const personText = ({ fullName, office, birthMonth, birthYear, country }: VerificationForm['people'][number]): string =>
  `${fullName}, ${office}, ${String(birthMonth).padStart(2, '0')}/${birthYear}, ${country}`

/** Returns the texts of a form for reviewers, by field name. */
const textsOfForm = (form: VerificationForm): Record<string, string> => ({
  country: form.country,
  'legal-name': form.legalName,
  'legal-form': form.legalForm,
  register: form.register,
  number: form.number,
  'tax-reference': form.taxReference,
  address: form.registeredAddress,
  signatory: form.signatory,
  website: form.website,
  people: form.people.map(personText).join('\n'),
})

/** Returns where the charity's bank accounts are, which reviewers compare with another country of registration. */
const bankText = async (db: Db, organizationId: bigint): Promise<string> =>
  (await listBankDetails(db, organizationId))
    .filter(({ state }) => state === 'approved' || state === 'pending')
    .map(({ currency, country, lastFour }) => `${currency}, ${country}, …${lastFour}`)
    .join('\n')

/** Returns everything about a request that staff need for a decision; undefined if it was deleted. */
export async function requestForStaff(ports: CharityPorts, db: Db, requestId: string) {
  const request = await findVerificationRequest(db, requestId)
  const charity = request && (await findOrganizationForStaff(db, request.organizationId))
  if (!request || !charity) return undefined
  const form = formOfRequest(ports, request)
  const last = await latestRequest(db, charity.id, 'verified')
  const lastForm = last && last.id !== request.id ? formOfRequest(ports, last) : undefined
  // Staff may have verified the charity without a form, and then only its country is known.
  const earlierCountry = form.country === charity.country ? null : { country: charity.country }
  return {
    request,
    charity,
    country: form.country,
    texts: {
      name: charity.name,
      ...textsOfForm(form),
      ...(form.country === charity.country ? {} : { bank: await bankText(db, charity.id) }),
    },
    before: lastForm ? textsOfForm(lastForm) : earlierCountry,
    checklist: checklistOf(registrationOf(form)),
    documents: await documentsOfRequest(db, request.id),
    matches: await listMatches(db, charity.id),
  }
}

/** Returns a decrypted document of a request for staff. */
export async function documentForStaff(
  ports: CharityPorts,
  ids: { readonly requestId: string; readonly documentId: string },
) {
  const request = await findVerificationRequest(ports.db, ids.requestId)
  const isSent = request && (await documentsOfRequest(ports.db, request.id)).some(({ id }) => id === ids.documentId)
  if (!isSent) throw new Problem('not-found', 'document-not-found')
  return documentToSend(ports, await findCharityDocument(ports.db, request.organizationId, ids.documentId))
}
