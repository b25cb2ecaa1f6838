import type { StaffOrganization } from '#modules/causes/organizations/index.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { tidyEmail } from '#modules/platform/identity/rules/email.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import type { CharityDetails } from '../rules/charity.ts'

/** The start of an audit entry about a charity. */
export const actOf = (viewer: AccountViewer, context: RequestContext, organizationId: bigint, instant: Date) => ({
  actor: { kind: 'account' as const, id: viewer.accountId },
  object: `organization:${organizationId}`,
  at: instant,
  ip: context.ip,
})

/** Returns the saved details as the form shows them. */
export const detailsOf = (charity: StaffOrganization): CharityDetails => ({
  name: charity.name,
  nameAr: charity.nameAr ?? '',
  about: charity.about,
  website: charity.website ?? '',
  email: charity.email,
  postalAddress: charity.postalAddress,
  registration: charity.registration,
  signatory: charity.signatory ?? '',
})

/** Removes white space that means nothing. */
export const trimmedDetails = (charityTexts: CharityDetails): CharityDetails => ({
  name: charityTexts.name.trim().replace(/\s+/g, ' '),
  nameAr: charityTexts.nameAr.trim().replace(/\s+/g, ' '),
  about: charityTexts.about.replace(/\r\n/g, '\n').trim(),
  website: charityTexts.website.trim(),
  email: tidyEmail(charityTexts.email),
  postalAddress: charityTexts.postalAddress
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n'),
  registration: charityTexts.registration.trim(),
  signatory: charityTexts.signatory.trim(),
})

export const columnsOfDetails = (words: CharityDetails) => ({
  name: words.name,
  name_ar: words.nameAr || null,
  about: words.about,
  website: words.website || null,
  email: words.email,
  postal_address: words.postalAddress,
  registration: words.registration,
  receipt_signatory: words.signatory || null,
})
