import { z } from 'zod'
import { instant } from '#shared/wire/codecs.ts'
import { numericId, uuid } from '#shared/id-schemas.ts'
import { currency } from '#modules/platform/currencies/contract-currency.ts'
import { accountTypes } from '#modules/causes/organizations/rules/bank-details.ts'
import { endpoint } from '#shared/endpoint.ts'

const organizationId = numericId
const text = (max: number) => z.string().max(max).default('')
const decision = z.enum(['approve', 'reject'])
const done = z.object({ done: z.literal(true) })
const code = z.string().max(100)

const details = z.object({
  id: z.string(),
  currency,
  country: z.string(),
  accountName: z.string(),
  accountType: z.enum(accountTypes),
  /** Last digits of the number; the full number is never returned. */
  lastFour: z.string(),
  state: z.enum(['pending', 'active', 'rejected', 'replaced']),
  enteredAt: instant,
  /** When payouts to them start; null: not approved. */
  activeFrom: instant.nullable(),
  /** Whether staff decide instead of another member. */
  needsStaff: z.boolean(),
  /** Whether the signed-in account entered them. */
  isOwnEntry: z.boolean(),
})
z.globalRegistry.add(details, {
  id: 'BankDetails',
  description: 'Bank details of a charity, without the full number.',
})
const list = z.object({
  charity: z.object({ id: z.string(), name: z.string(), country: z.string(), isVerified: z.boolean() }),
  /** Initially the currency of the general fund. */
  currency,
  details: z.array(details),
})
export type BankDetailsView = z.output<typeof details>

/** Calls about the bank details of charities. */
export const charityBankContract = {
  'GET /v4/organizations/:organizationId/bank-details': endpoint({
    access: 'signed-in',
    summary: 'Get bank details',
    description:
      'Returns the bank details of a charity with the last four digits, the newest first. Requires an owner, admin or finance member.',
    input: z.object({ organizationId }),
    output: list,
    refuses: ['charity-not-found', 'payouts-unavailable'],
  }),
  'PUT /v4/organizations/:organizationId/bank-details': endpoint({
    access: 'signed-in',
    summary: 'Enter bank details',
    description:
      'Enters an IBAN, or a bank code and account number, for one currency; another person approves it. Requires an owner, admin or finance member and a recent proof of identity.',
    perMinute: 20,
    input: z.object({
      organizationId,
      accountName: text(300),
      accountClass: text(20),
      accountType: text(20),
      currency: text(3),
      country: text(2),
      bankCode: text(60),
      id: text(100),
      iban: text(100),
    }),
    output: list,
    refuses: [
      'charity-not-found',
      'payouts-unavailable',
      'verify-first',
      'reauthentication-required',
      'factor-removed-lately',
      'too-many-bank-changes',
      'ownership-change-pending',
    ],
  }),
  'POST /v4/organizations/:organizationId/bank-details/:detailsId/decision': endpoint({
    access: 'signed-in',
    summary: 'Decide on bank details',
    description:
      'Approves or rejects bank details that another member entered. Requires an owner, admin or finance member and a recent proof of identity.',
    perMinute: 20,
    input: z.object({ organizationId, detailsId: uuid, decision }),
    output: list,
    refuses: [
      'charity-not-found',
      'bank-details-not-found',
      'reauthentication-required',
      'bank-own-entry',
      'bank-needs-staff',
      'case-decided',
      'ownership-change-pending',
      'factor-removed-lately',
    ],
  }),
  'GET /v4/bank-details-stops/:code': endpoint({
    access: 'anyone',
    summary: 'Get the bank details of a stop link',
    description:
      'Returns the bank details that the code of an owner’s mail can stop. Anyone with the code may call it.',
    perMinute: 30,
    input: z.object({ code }),
    output: z.object({ name: z.string(), currency, lastFour: z.string() }),
    refuses: ['code-not-valid'],
  }),
  'POST /v4/bank-details-stops/:code': endpoint({
    access: 'anyone',
    summary: 'Stop bank details',
    description:
      'Stops approved bank details within 72 hours with the code of an owner’s mail. Anyone with the code may call it.',
    perMinute: 30,
    input: z.object({ code }),
    output: done,
    refuses: ['code-not-valid'],
  }),
  'GET /v4/staff/bank-details': endpoint({
    access: 'staff',
    roles: ['finance'],
    summary: 'List bank details to decide on',
    description:
      'Returns the bank details that await a decision by staff, oldest first, with the similarity of the holder’s name to the legal name. Requires the finance role.',
    input: z.object({}),
    output: z.object({
      details: z.array(
        details.omit({ isOwnEntry: true, state: true, activeFrom: true, needsStaff: true }).extend({
          charity: z.object({ id: z.string(), name: z.string(), legalName: z.string(), country: z.string() }),
          /** 0 to 100; 85 or more counts as the same name. */
          score: z.number().int(),
        }),
      ),
    }),
  }),
  'POST /v4/staff/bank-details/:detailsId/decision': endpoint({
    access: 'staff',
    roles: ['finance'],
    summary: 'Decide on bank details as staff',
    description: 'Approves or rejects bank details that no other member may decide on. Requires the finance role.',
    input: z.object({ detailsId: uuid, decision }),
    output: done,
    refuses: ['bank-details-not-found', 'case-decided', 'own-charity'],
  }),
}
