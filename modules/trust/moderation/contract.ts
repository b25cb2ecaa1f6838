import { z } from 'zod'
import { instant, minorUnits } from '#shared/wire/codecs.ts'
import { numericId, uuid } from '#shared/id-schemas.ts'
import { isCurrency } from '#shared/currencies.ts'
import { locales } from '#shared/texts/locales.ts'
import { endpoint } from '#shared/endpoint.ts'
import { draft as fundraiserDraft } from '#modules/organizers/fundraising/contract.ts'
import { ownLevel } from '#modules/organizers/fundraising/contract-levels.ts'
import { charityCaseCalls, charityOfCase, matchOfCase } from './contract-charity.ts'
import { staffCalls } from './contract-staff.ts'
import { evidence, zakatCalls } from './contract-zakat.ts'
import { reportReasons } from './rules/report.ts'
import { mailRecipients } from './rules/decisions.ts'
import { caseKinds } from './rules/score.ts'
import { zakatSchools } from '#modules/causes/campaigns/rules/zakat.ts'
import { zakatCategories } from './rules/zakat.ts'

const campaignId = numericId
const anyId = uuid
const page = z.coerce.number().int().min(1).max(1000).default(1)
const text = z.string().max(8000)
const day = z.iso.date()
/** `seen` of the reviewed case; empty if there was nothing to read. */
const seen = z.string().max(64).default('')
const done = z.object({ done: z.literal(true) })

const caseRow = z.object({
  id: z.string(),
  kind: z.enum(caseKinds),
  campaign: z.string(),
  language: z.string(),
  openedAt: instant,
  /** Reasons, with the number of reports for each. */
  reasons: z.array(z.object({ code: z.string(), count: z.number().int() })),
  score: z.number().int(),
  parts: z.array(z.object({ part: z.string(), points: z.number().int() })),
  /** Minor units of `currency`. */
  atStake: minorUnits,
  currency: z.string().refine(isCurrency),
  assignee: z.object({ id: z.string(), name: z.string() }).nullable(),
  state: z.enum(['open', 'decided']),
  decided: z.object({ at: instant, by: z.string(), decision: z.string(), reason: z.string() }).nullable(),
})
z.globalRegistry.add(caseRow, {
  id: 'Case',
  description: 'A review case in the queue. `atStake` is in minor units of `currency`.',
})

/** A submitted fundraiser as donors will see it, its charity, and who submitted it. */
const submittedFundraiser = z.object({
  draft: fundraiserDraft,
  levels: z.array(ownLevel),
  charity: z.object({ id: z.string(), name: z.string(), isVerified: z.boolean() }),
  /** With the decisions on their earlier submissions; null if the account was erased. */
  submitter: z
    .object({
      name: z.string(),
      email: z.string(),
      isEmailConfirmed: z.boolean(),
      joinedAt: instant,
      published: z.number().int(),
      sentBack: z.number().int(),
      paused: z.number().int(),
      /** How often this fundraiser was sent back. */
      sentBackOfThis: z.number().int(),
    })
    .nullable(),
})
z.globalRegistry.add(submittedFundraiser, {
  id: 'SubmittedFundraiser',
  description: 'A submitted fundraiser as donors will see it, its charity, and who submitted it.',
})

const casePage = caseRow.extend({
  subject: z.object({ title: z.string(), language: z.string(), href: z.string().nullable() }).nullable(),
  /** Current and earlier texts; `before` is null for a text without an earlier version. */
  texts: z.array(z.object({ name: z.string(), before: z.string().nullable(), now: z.string() })),
  /** Must be sent with the decision, as proof of the version that was read. */
  seen: z.string(),
  reports: z.array(
    z.object({ id: z.string(), reason: z.string(), text: z.string(), email: z.string().nullable(), at: instant }),
  ),
  notes: z.array(z.object({ id: z.string(), by: z.string(), text: z.string(), at: instant })),
  timeline: z.array(
    z.object({
      id: z.string(),
      act: z.string(),
      at: instant,
      by: z.string(),
      /** The new assignee, for an assignment. */
      to: z.string(),
      details: z.record(z.string(), z.unknown()),
    }),
  ),
  /** Colleagues to whom the case can be assigned. */
  colleagues: z.array(z.object({ id: z.string(), name: z.string() })),
  decisions: z.array(
    z.object({
      key: z.string(),
      effect: z.enum(['approve', 'reject']),
      /** Who is emailed about it; null: no one. */
      mails: z.enum(mailRecipients).nullable(),
      /** Whether the email can have a message of the reviewer. */
      hasLetter: z.boolean(),
      subject: z.string(),
      templates: z.array(z.object({ key: z.string(), text: z.string() })),
    }),
  ),
  /** Language of the mails: the organizer's. */
  lettersIn: z.enum(locales),
  zakat: z
    .object({ categories: z.array(z.enum(zakatCategories)), links: z.array(z.string()), expiresOn: z.string() })
    .nullable(),
  /** Data of a charity's verification request. */
  charity: charityOfCase.nullable(),
  match: matchOfCase.nullable(),
  fundraiser: submittedFundraiser.nullable(),
  /** Files attached to a zakat request. */
  evidence: z.array(evidence),
  /** Whether the fundraiser is paused by this case. */
  isPausedByStaff: z.boolean(),
  isHidden: z.boolean(),
  /** The previous and next case in the queue. */
  before: z.string().nullable(),
  after: z.string().nullable(),
})
z.globalRegistry.add(casePage, {
  id: 'CaseDetails',
  description: 'A review case with all information for its decision.',
})

export const moderationContract = {
  'POST /v4/reports': endpoint({
    access: 'anyone',
    summary: 'Report a campaign',
    description:
      'Reports a problem with a campaign or its words of support; the response is always the same. Anyone may call it.',
    input: z.object({
      campaignId,
      commentId: anyId.optional(),
      reason: z.union([z.enum(reportReasons), z.literal('')]),
      text: text.default(''),
      email: z.string().max(254).default(''),
      reCaptcha: z.string().max(2000).optional(),
    }),
    output: z.object({ received: z.literal(true) }),
    refuses: ['human-check-required'],
    perMinute: 10,
  }),
  ...zakatCalls,
  'GET /v4/staff/cases': endpoint({
    access: 'staff',
    summary: 'List cases',
    description:
      'Returns the cases that need review and that the caller’s roles may see, by score or age; amounts are in minor units. Requires a staff role.',
    input: z.object({
      kind: z.enum(caseKinds).optional(),
      assignee: z.enum(['anyone', 'me', 'unassigned']).default('anyone'),
      state: z.enum(['open', 'decided']).default('open'),
      sort: z.enum(['score', 'age']).default('score'),
      page,
    }),
    output: z.object({
      kinds: z.array(z.object({ kind: z.enum(caseKinds), open: z.number().int() })),
      cases: z.array(caseRow),
      hasMore: z.boolean(),
    }),
  }),
  'GET /v4/staff/cases/:caseId': endpoint({
    access: 'staff',
    summary: 'Get a case',
    description: 'Returns a case with all information for its decision. Requires a staff role.',
    input: z.object({ caseId: anyId }),
    output: casePage,
    refuses: ['case-not-found'],
  }),
  'POST /v4/staff/cases/:caseId/assignee': endpoint({
    access: 'staff',
    summary: 'Assign a case',
    description: 'Assigns a case to the caller, to a colleague (who gets a mail), or to no one. Requires a staff role.',
    input: z.object({ caseId: anyId, to: z.union([z.enum(['me', 'unassigned', '']), anyId]).default('me') }),
    output: done,
    refuses: ['case-not-found', 'case-decided', 'colleague-missing', 'colleague-not-found'],
  }),
  'POST /v4/staff/cases/:caseId/notes': endpoint({
    access: 'staff',
    summary: 'Add a note to a case',
    description: 'Adds a note for colleagues. Requires a staff role.',
    input: z.object({ caseId: anyId, text: z.string().max(4000).default('') }),
    output: done,
    refuses: ['case-not-found'],
  }),
  'POST /v4/staff/cases/:caseId/resume': endpoint({
    access: 'staff',
    roles: ['reviewer'],
    summary: 'Resume a paused campaign',
    description: 'Resumes a campaign that this case paused. Requires the reviewer role.',
    input: z.object({ caseId: anyId }),
    output: done,
    refuses: ['case-not-found', 'state-not-allowed', 'own-charity'],
  }),
  'POST /v4/staff/cases/:caseId/restore-words': endpoint({
    access: 'staff',
    summary: 'Restore words of support',
    description:
      'Shows words of support again that this case hid, if they are unchanged since they were read (`seen`). Requires a staff role.',
    input: z.object({ caseId: anyId, seen }),
    output: done,
    refuses: ['case-not-found', 'state-not-allowed', 'case-moved', 'own-charity'],
  }),
  'POST /v4/staff/cases/:caseId/decision': endpoint({
    access: 'staff',
    summary: 'Decide a case',
    description:
      'Decides a case that is unchanged since it was read (`seen`), with a reason, and mails the organizer if the decision requires it. Requires a staff role.',
    input: z.object({
      caseId: anyId,
      seen,
      decision: z.string().max(30).default(''),
      reason: text.default(''),
      template: z.string().max(30).optional(),
      message: text.optional(),
      categories: z.array(z.enum(zakatCategories)).max(8).optional(),
      expiresOn: day.optional(),
      /** Required to verify a fundraiser for zakat. */
      ruling: z
        .object({
          ruledBy: z.string().max(200),
          ruledOn: z.string().max(20),
          schools: z.array(z.enum(zakatSchools)).max(4),
          conditions: z.string().max(2000),
          /** Percentage of a donation that counts as zakat, with up to two decimals; default 100. */
          eligiblePercent: z.number(),
          documentUrl: z.string().max(600),
          documentId: z.string().max(64),
        })
        .partial()
        .optional(),
    }),
    output: done,
    refuses: [
      'case-not-found',
      'case-decided',
      'case-moved',
      'refund-decided',
      'checklist-missing',
      'second-reviewer-needed',
      'own-charity',
      'recommendation-differs',
      'match-open',
      'charity-has-account',
    ],
  }),
  ...charityCaseCalls,
  ...staffCalls,
}
