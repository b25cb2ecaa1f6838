import type { StaffOrganization } from '#modules/causes/organizations/index.ts'
import type { CharityDocument } from './queries/documents.ts'
import type { MemberRole } from '#modules/causes/organizations/rules/roles.ts'
import { verificationStateAt, withoutRenewal } from '#modules/causes/organizations/rules/verification.ts'
import { canChangeCountry } from '#modules/causes/organizations/rules/verification-request.ts'
import type { VerificationView } from './contract.ts'
import type { readVerification } from './verification/read-verification.ts'

/** Converts a document to the wire format. */
const documentView = ({ id, kind, name, fileKind, addedAt }: CharityDocument) => ({
  id,
  kind,
  name,
  fileKind,
  addedAt,
})

/** Converts a charity for its members. */
export const ownCharityView = (staffOrganization: StaffOrganization, role: MemberRole, now: Date) => ({
  id: staffOrganization.id.toString(),
  subdomain: staffOrganization.slug,
  name: staffOrganization.name,
  role,
  verification: {
    state: verificationStateAt(staffOrganization, now),
    until:
      staffOrganization.verifiedUntil && staffOrganization.verifiedUntil < withoutRenewal
        ? staffOrganization.verifiedUntil
        : null,
  },
  receipts: staffOrganization.receiptRegime,
  isPublic:
    staffOrganization.verifiedUntil !== null &&
    staffOrganization.verificationState !== 'rejected' &&
    staffOrganization.closedAt === null,
  isClosed: staffOrganization.closedAt !== null,
})

/** Converts the verification of a charity to the wire format. */
export const verificationView = (input: Awaited<ReturnType<typeof readVerification>>): VerificationView => ({
  charity: {
    id: input.charity.id.toString(),
    name: input.charity.name,
    subdomain: input.charity.slug,
    country: input.charity.country,
    canChangeCountry: canChangeCountry(input.charity) && input.request?.state !== 'open',
  },
  role: input.role,
  state: input.state,
  until: input.verifiedUntil,
  receipts: input.charity.receiptRegime,
  form: { ...input.form, people: [...input.form.people] },
  version: input.version,
  missing: Object.entries(input.missing).map(([field, { code, params }]) => ({ field, code, params: params ?? {} })),
  documents: input.documents.map(documentView),
  request: input.request
    ? {
        id: input.request.id,
        kind: input.request.kind,
        state: input.request.state,
        requestedAt: input.request.requestedAt,
        decidedAt: input.request.decidedAt,
        reason: input.request.reason ?? '',
      }
    : null,
  askable: input.askable,
  nextRequestAt: input.nextRequestAt,
})
