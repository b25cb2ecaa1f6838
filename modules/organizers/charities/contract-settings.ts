import { z } from 'zod'
import { instant, minorUnits } from '#shared/wire/codecs.ts'
import { numericId, uuid } from '#shared/id-schemas.ts'
import { memberRoles } from '#modules/causes/organizations/rules/roles.ts'
import { verificationStates } from '#modules/causes/organizations/rules/verification.ts'
import { currency } from '#modules/platform/currencies/contract-currency.ts'
import { endpoint } from '#shared/endpoint.ts'
import { organizationView } from './contract-page.ts'

const organizationId = numericId
const text = (max: number) => z.string().max(max).optional()
const code = z.string().max(100)

/** S2 §3 "Organization", as its members see it. */
const ownOrganization = organizationView.extend({
  email: z.string(),
  /** The new contact email, until its confirmation link is opened; null: none. */
  waitingEmail: z.string().nullable(),
  /** The new name that looks like another name, until staff decide; null: none. */
  waitingName: z.string().nullable(),
  about: z.string(),
  logoId: z.string().nullable(),
  /** The campaign that pictures of the charity are uploaded for. */
  generalFundId: z.string(),
  thanksEn: z.string(),
  thanksAr: z.string(),
  /** Amount from which the team is mailed about a donation, in minor units of `currency`; null: none. */
  largeDonationFrom: minorUnits.nullable(),
  /** The currency of the general fund. */
  currency,
  /** Changes with any of the settings. */
  version: z.string(),
})
z.globalRegistry.add(ownOrganization, { id: 'Organization', description: 'A charity as its members see it.' })

/** Calls for the settings of a charity, and for the charities of an account. */
export const charitySettingsContract = {
  'GET /v4/users/:userId/organizations': endpoint({
    access: 'signed-in',
    summary: 'List organizations of a user',
    description:
      'Returns the charities of the signed-in account, with its role and their verification. The id of another account gets 404.',
    input: z.object({ userId: uuid }),
    output: z.object({
      organizations: z.array(
        organizationView.extend({
          email: z.string(),
          role: z.enum(memberRoles),
          verification: z.object({ state: z.enum(verificationStates), until: instant.nullable() }),
        }),
      ),
    }),
    failure: 'organization-not-fetched',
    refuses: ['no-organization'],
  }),
  'GET /v4/organizations/:organizationId/settings': endpoint({
    access: 'signed-in',
    summary: 'Get the settings of a charity',
    description: 'Returns the public details and contact data of a charity. Requires an owner or admin of the charity.',
    input: z.object({ organizationId }),
    output: ownOrganization,
    failure: 'organization-not-fetched',
    refuses: ['charity-not-found'],
  }),
  'GET /v4/organizations/:organizationId/audit': endpoint({
    access: 'signed-in',
    summary: 'List audit entries of a charity',
    description:
      'Returns what members and staff did to the charity, newest first; `before` gets the next page. Requires an owner or admin of the charity.',
    input: z.object({ organizationId, before: numericId.optional() }),
    output: z.object({
      timeZone: z.string().describe('The charity’s time zone.'),
      entries: z.array(
        z.object({
          id: z.string(),
          at: instant,
          act: z.string(),
          actor: z.enum(['account', 'staff', 'guest', 'visitor', 'system']),
          /** The name of a present or former member; null: staff, the system, or an erased account. */
          name: z.string().nullable(),
          page: z.string().nullable().describe('The name of the page or fundraiser that the entry is about.'),
        }),
      ),
      next: z.string().nullable(),
    }),
    refuses: ['charity-not-found'],
  }),
  'PATCH /v4/organizations/:organizationId': endpoint({
    access: 'signed-in',
    summary: 'Update an organization',
    description:
      'Changes the given fields; a new contact email applies once it is confirmed. Requires an owner or admin of the charity.',
    perMinute: 60,
    input: z.object({
      organizationId,
      name: text(300),
      nameAr: text(300),
      about: text(4000),
      email: text(254),
      phone: text(60),
      primaryColour: text(20),
      /** The id of an uploaded picture; empty removes the logo. */
      logoId: text(64),
      website: text(400),
      facebook: text(400),
      twitter: text(400),
      instagram: text(400),
      youtube: text(400),
      linkedin: text(400),
      /** The charity's own text in mails to donors. */
      thanksEn: text(2000),
      thanksAr: text(2000),
      /** In major units, as typed; empty: no mails about large donations. */
      largeDonationFrom: text(60),
      /** The version that the change is based on; it is refused if the settings have another one meanwhile. */
      version: text(64),
    }),
    output: ownOrganization,
    failure: 'organization-not-updated',
    refuses: ['charity-not-found', 'settings-changed'],
  }),
  'GET /v4/charity-emails/:code': endpoint({
    access: 'anyone',
    summary: 'Get a new contact email',
    description: 'Returns the charity and its new contact email by a mailed code. Anyone with the code may call it.',
    perMinute: 30,
    input: z.object({ code }),
    output: z.object({ name: z.string(), email: z.string() }),
    refuses: ['code-not-valid'],
  }),
  'POST /v4/charity-emails/:code': endpoint({
    access: 'anyone',
    summary: 'Confirm a new contact email',
    description: 'Makes the email of a mailed code the contact email of its charity. Anyone with the code may call it.',
    perMinute: 30,
    input: z.object({ code }),
    output: z.object({ done: z.literal(true) }),
    refuses: ['code-not-valid'],
  }),
}
