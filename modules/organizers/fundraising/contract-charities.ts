import { z } from 'zod'
import { instant, minorUnits } from '#shared/wire/codecs.ts'
import { numericId } from '#shared/id-schemas.ts'
import { endpoint } from '#shared/endpoint.ts'
import { currencies } from '#shared/currencies.ts'
import { verificationStates } from '#modules/causes/organizations/rules/verification.ts'
import { receiptRegimes } from '#modules/causes/organizations/rules/receipt-regime.ts'

const organizationId = numericId
const words = {
  name: z.string().max(300).default(''),
  nameAr: z.string().max(300).default(''),
  about: z.string().max(4000).default(''),
  website: z.string().max(400).default(''),
  email: z.string().max(254).default(''),
  postalAddress: z.string().max(1000).default(''),
  registration: z.string().max(300).default(''),
  signatory: z.string().max(300).default(''),
}
const basis = {
  slug: z.string().max(200).default(''),
  country: z.string().max(2).default(''),
  /** IANA time zone for end dates and tax years. */
  timeZone: z.string().max(60).default(''),
  /** Currency of the general fund. */
  currency: z.string().max(3).default(''),
  category: z.string().max(20).default(''),
  receiptRegime: z.string().max(10).default(''),
}
const verification = {
  /** Current state: `expired` after the last day of the verification. */
  verification: z.enum(verificationStates),
  /** End of the last verification; null if there was none. */
  verifiedUntil: instant.nullable(),
}
const proposal = z.object({ state: z.enum(verificationStates), until: z.string() }).nullable()
const charity = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  nameAr: z.string().nullable(),
  about: z.string(),
  country: z.string(),
  timeZone: z.string(),
  website: z.string().nullable(),
  email: z.string(),
  postalAddress: z.string(),
  registration: z.string(),
  receiptRegime: z.enum(receiptRegimes),
  signatory: z.string().nullable(),
  ...verification,
})
z.globalRegistry.add(charity, { id: 'Charity', description: 'The details of a charity that its receipts print.' })
const byAdmins = { access: 'staff', roles: ['admin'] } as const

/** Calls of staff admins for charities. */
export const charitiesCalls = {
  'GET /v4/staff/charities': endpoint({
    ...byAdmins,
    summary: 'List charities as staff',
    description: 'Returns every charity by name, with the number of its owners. Requires the admin role.',
    input: z.object({}),
    output: z.object({
      charities: z.array(
        charity
          .pick({
            id: true,
            slug: true,
            name: true,
            nameAr: true,
            country: true,
            verification: true,
            verifiedUntil: true,
          })
          .extend({ owners: z.number().int().min(0) }),
      ),
    }),
  }),
  'GET /v4/staff/charities/:organizationId': endpoint({
    ...byAdmins,
    summary: 'Get a charity as staff',
    description: 'Returns a charity with its owners and open invitations. Requires the admin role.',
    input: z.object({ organizationId }),
    output: z.object({
      charity,
      owners: z.array(z.object({ name: z.string(), email: z.string() })),
      /** When an owner requested its closing, when it was closed, and the sum that isn't paid out yet (minor units). */
      closing: z.object({
        requestedAt: instant.nullable(),
        closedAt: instant.nullable(),
        balances: z.array(z.object({ amount: minorUnits, currency: z.enum(currencies) })),
      }),
      /** The verification that a staff member proposed and another one must confirm. */
      proposal,
      /** Open invitations to become an owner. */
      invitations: z.array(z.object({ email: z.string(), expiresAt: instant })),
    }),
    refuses: ['charity-not-found'],
  }),
  'POST /v4/staff/charities': endpoint({
    ...byAdmins,
    summary: 'Create a charity',
    description:
      'Creates a charity with its general fund; address, time zone, currency and receipt wording can’t be changed later; the country only by a verified request of the charity. Requires the admin role.',
    input: z.object({ ...basis, ...words }),
    output: z.object({ id: z.string(), slug: z.string() }),
    refuses: ['charity-signup-closed', 'slug-taken'],
  }),
  'PUT /v4/staff/charities/:organizationId': endpoint({
    ...byAdmins,
    summary: 'Correct a charity',
    description:
      'Replaces the description of a charity; issued receipts stay as they are. With `loaded`, a field that someone else changed too is refused with 409. Requires the admin role.',
    input: z.object({
      organizationId,
      ...words,
      /** The texts as they were read; fields that equal them keep what someone else has saved since. */
      loaded: z.object(words).optional(),
    }),
    output: z.object({ done: z.literal(true) }),
    refuses: ['charity-not-found', 'edited-meanwhile', 'own-charity'],
  }),
  'PUT /v4/staff/charities/:organizationId/verification': endpoint({
    access: 'staff',
    roles: ['admin', 'reviewer'],
    summary: 'Set the verification of a charity',
    description:
      'Proposes whether and until when a charity is verified; the same call by another person confirms it. Requires the admin or reviewer role.',
    input: z.object({
      organizationId,
      state: z.enum(verificationStates),
      /**
       * Last day of the verification in the charity's time zone, such as `2027-11-24`; empty: VERIFICATION_MONTHS (12)
       * from today, or from the current end if it is near.
       */
      until: z.string().max(10).default(''),
    }),
    output: z.object({ ...verification, proposal }),
    refuses: ['charity-closed', 'charity-not-found', 'own-charity'],
  }),
  'POST /v4/staff/charities/:organizationId/owners': endpoint({
    ...byAdmins,
    summary: 'Invite an owner',
    description:
      'Mails an invitation to own a charity; the response is the same for every address. Requires the admin role.',
    perMinute: 20,
    input: z.object({ organizationId, email: z.string().max(254).default('') }),
    output: z.object({ done: z.literal(true) }),
    refuses: [
      'charity-not-found',
      'too-many-invitations',
      'confirm-email-first',
      'own-charity',
      'ownership-change-pending',
      'reauthentication-required',
      'factor-removed-lately',
    ],
  }),
}
