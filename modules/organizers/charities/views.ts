import type { CharityDocument } from '#modules/causes/organizations/index-documents.ts'
import type { StaffOrganization } from '#modules/causes/organizations/index.ts'
import type { MemberRole } from '#modules/causes/organizations/rules/roles.ts'
import { verificationStateAt, withoutRenewal } from '#modules/causes/organizations/rules/verification.ts'
import type { VerificationView } from './contract.ts'
import type { readVerification } from './verification/read-verification.ts'

/** A document on the wire. */
const documentView = ({ id, kind, name, fileKind, addedAt }: CharityDocument) => ({
  id,
  kind,
  name,
  fileKind,
  addedAt: addedAt.toISOString(),
})

/** A charity as its members see it. */
export const ownCharityView = (of: StaffOrganization, role: MemberRole, now: Date) => ({
  id: of.id.toString(),
  subdomain: of.slug,
  name: of.name,
  role,
  verification: {
    state: verificationStateAt(of, now),
    until: of.verifiedUntil && of.verifiedUntil < withoutRenewal ? of.verifiedUntil.toISOString() : null,
  },
  receipts: of.receiptRegime,
  isPublic: of.verifiedUntil !== null && of.verificationState !== 'rejected' && of.closedAt === null,
  isClosed: of.closedAt !== null,
})

/** The verification of a charity on the wire. */
export const verificationView = (of: Awaited<ReturnType<typeof readVerification>>): VerificationView => ({
  charity: {
    id: of.charity.id.toString(),
    name: of.charity.name,
    subdomain: of.charity.slug,
    country: of.charity.country,
  },
  role: of.role,
  state: of.state,
  until: of.verifiedUntil?.toISOString() ?? null,
  receipts: of.charity.receiptRegime,
  form: { ...of.form, people: [...of.form.people] },
  version: of.version,
  missing: Object.entries(of.missing).map(([field, { code, params }]) => ({ field, code, params: params ?? {} })),
  documents: of.documents.map(documentView),
  request: of.request
    ? {
        id: of.request.id,
        kind: of.request.kind,
        state: of.request.state,
        requestedAt: of.request.requestedAt.toISOString(),
        decidedAt: of.request.decidedAt?.toISOString() ?? null,
        reason: of.request.reason ?? '',
      }
    : null,
  askable: of.askable,
  nextRequestAt: of.nextRequestAt?.toISOString() ?? null,
})
