import { z } from 'zod'
import { locales } from '#shared/texts/locales.ts'
import { endpoint } from '#shared/endpoint.ts'
import { reportReasons } from './rules/report.ts'
import { caseKinds } from './rules/score.ts'
import { zakatSchools } from '#modules/causes/campaigns/rules/zakat.ts'
import { zakatCategories } from './rules/zakat.ts'

const campaignId = z.string().regex(/^\d{1,18}$/)
const anyId = z.uuid()
const page = z.coerce.number().int().min(1).max(1000).default(1)
const text = z.string().max(8000)
const day = z.iso.date()
/** `seen` of the case that was looked into; without it nothing was read. */
const seen = z.string().max(64).default('')
const done = z.object({ done: z.literal(true) })
const staffRoles = ['support', 'reviewer', 'finance', 'admin'] as const

const evidence = z.object({
  id: z.string(),
  /** A picture, or a PDF. */
  kind: z.enum(['webp', 'pdf']),
  bytes: z.number().int(),
  description: z.string(),
  addedAt: z.string(),
})
z.globalRegistry.add(evidence, {
  id: 'Evidence',
  description: 'A file that supports a request for zakat verification.',
})
/** Ten megabytes, as text. */
const fileCharacters = 14_000_000

const caseRow = z.object({
  id: z.string(),
  kind: z.enum(caseKinds),
  campaign: z.string(),
  language: z.string(),
  openedAt: z.string(),
  /** Why it was flagged, and how often that was said. */
  reasons: z.array(z.object({ code: z.string(), count: z.number().int() })),
  score: z.number().int(),
  parts: z.array(z.object({ part: z.string(), points: z.number().int() })),
  /** Minor units of `currency`. */
  atStake: z.number().int(),
  currency: z.string(),
  assignee: z.object({ id: z.string(), name: z.string() }).nullable(),
  state: z.enum(['open', 'decided']),
  decided: z.object({ at: z.string(), by: z.string(), decision: z.string(), reason: z.string() }).nullable(),
})
z.globalRegistry.add(caseRow, {
  id: 'Case',
  description: 'A review case in the queue. `atStake` is in minor units of `currency`.',
})

const casePage = caseRow.extend({
  subject: z.object({ title: z.string(), language: z.string(), href: z.string().nullable() }).nullable(),
  /** What it says now beside what it said before; `before` is null for a text without one. */
  texts: z.array(z.object({ name: z.string(), before: z.string().nullable(), now: z.string() })),
  /** What is decided says it again: that it was this that was read. */
  seen: z.string(),
  reports: z.array(
    z.object({ id: z.string(), reason: z.string(), text: z.string(), email: z.string().nullable(), at: z.string() }),
  ),
  notes: z.array(z.object({ id: z.string(), by: z.string(), text: z.string(), at: z.string() })),
  timeline: z.array(
    z.object({
      id: z.string(),
      act: z.string(),
      at: z.string(),
      by: z.string(),
      /** To whom, where somebody was handed it. */
      to: z.string(),
      details: z.record(z.string(), z.unknown()),
    }),
  ),
  /** Whose work such cases are, besides whoever asks: they may be handed it. */
  colleagues: z.array(z.object({ id: z.string(), name: z.string() })),
  decisions: z.array(
    z.object({
      key: z.string(),
      effect: z.enum(['stands', 'falls']),
      isTold: z.boolean(),
      subject: z.string(),
      templates: z.array(z.object({ key: z.string(), text: z.string() })),
    }),
  ),
  /** The language of the letters: the organizer's. */
  lettersIn: z.enum(locales),
  zakat: z
    .object({ categories: z.array(z.enum(zakatCategories)), links: z.array(z.string()), expiresOn: z.string() })
    .nullable(),
  /** Files that go with a request for Zakat. */
  evidence: z.array(evidence),
  /** It paused its fundraiser, which staff still holds. */
  isHeld: z.boolean(),
  isHidden: z.boolean(),
  /** The neighbours in the queue. */
  before: z.string().nullable(),
  after: z.string().nullable(),
})
z.globalRegistry.add(casePage, { id: 'CaseDetails', description: 'A review case with everything it is decided by.' })

const person = z.object({ id: z.string(), email: z.string(), name: z.string(), roles: z.array(z.enum(staffRoles)) })
z.globalRegistry.add(person, { id: 'StaffMember', description: 'An account with its staff roles.' })

const auditFilter = {
  actor: z.string().max(254).optional(),
  act: z.string().max(100).optional(),
  object: z.string().max(100).optional(),
  from: day.optional(),
  until: day.optional(),
}
const entry = z.object({
  id: z.string(),
  at: z.string(),
  actorKind: z.enum(['account', 'guest', 'visitor', 'system']),
  actorId: z.string().nullable(),
  /** The e-mail of an account that is still there. */
  actor: z.string(),
  act: z.string(),
  object: z.string(),
  ip: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
})
z.globalRegistry.add(entry, { id: 'AuditEntry', description: 'An entry of the audit log.' })

export const moderationContract = {
  'POST /v4/reports': endpoint({
    access: 'anyone',
    summary: 'Report a campaign',
    description:
      'Reports a problem with a campaign or with words of support on it. Anyone may call it; the answer is always the same.',
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
  'GET /v4/campaigns/:campaignId/zakat-verification': endpoint({
    access: 'anyone',
    summary: 'Get the zakat verification',
    description:
      'Returns the ruling behind a zakat verification, who verified the campaign, until when and for which categories. Anyone may call it.',
    input: z.object({ campaignId }),
    output: z.object({
      verification: z
        .object({
          categories: z.array(z.enum(zakatCategories)),
          source: z.string(),
          /** The scholar or board that ruled, and when; null on older verifications. */
          ruledBy: z.string().nullable(),
          ruledOn: z.string().nullable(),
          /** Schools of law that accept zakat to it. */
          schools: z.array(z.enum(zakatSchools)),
          conditions: z.string(),
          /** Share of a donation that counts as zakat, in hundredths of a per cent. */
          eligibleBps: z.number(),
          documentUrl: z.string().nullable(),
          verifiedBy: z.string(),
          verifiedAt: z.string(),
          expiresAt: z.string(),
        })
        .nullable(),
    }),
    refuses: ['campaign-not-found'],
  }),
  'GET /v4/campaigns/:campaignId/zakat-requests': endpoint({
    access: 'signed-in',
    act: 'edit',
    summary: 'List zakat requests',
    description:
      'Returns the requests for zakat verification of a campaign and their answers. Requires an account that may edit the campaign.',
    input: z.object({ campaignId }),
    output: z.object({
      requests: z.array(
        z.object({
          id: z.string(),
          state: z.enum(['asked', 'granted', 'declined', 'revoked', 'expired', 'renewed']),
          categories: z.array(z.enum(zakatCategories)),
          note: z.string(),
          links: z.array(z.string()),
          askedAt: z.string(),
          verifiedAt: z.string().nullable(),
          expiresAt: z.string().nullable(),
          endedAt: z.string().nullable(),
        }),
      ),
    }),
    refuses: ['campaign-not-found'],
  }),
  'POST /v4/campaigns/:campaignId/zakat-requests': endpoint({
    access: 'signed-in',
    act: 'edit',
    summary: 'Request zakat verification',
    description:
      'Requests that a campaign be verified for zakat, with categories, a note and links. Requires an account that may edit the campaign.',
    input: z.object({
      campaignId,
      categories: z.array(z.string().max(30)).max(8).default([]),
      note: text.default(''),
      links: z.array(z.string().max(600)).max(20).default([]),
    }),
    output: done,
    refuses: ['campaign-not-found', 'zakat-asked-already'],
  }),
  'GET /v4/campaigns/:campaignId/zakat-evidence': endpoint({
    access: 'signed-in',
    act: 'edit',
    summary: 'List zakat evidence',
    description:
      'Returns the files of the open request for zakat verification, or of the next one. Requires an account that may edit the campaign.',
    input: z.object({ campaignId }),
    output: z.object({ evidence: z.array(evidence) }),
    refuses: ['campaign-not-found'],
  }),
  'POST /v4/campaigns/:campaignId/zakat-evidence': endpoint({
    access: 'signed-in',
    act: 'edit',
    summary: 'Add zakat evidence',
    description:
      'Adds a PDF or a picture in base64, at most five files of 10 MB. Requires an account that may edit the campaign.',
    input: z.object({
      campaignId,
      description: z.string().max(2000).default(''),
      file: z.string().max(fileCharacters).default(''),
    }),
    output: z.object({ id: z.string() }),
    refuses: [
      'campaign-not-found',
      'file-missing',
      'file-not-readable',
      'file-too-large',
      'evidence-undescribed',
      'too-much-evidence',
    ],
    perMinute: 30,
    bytesMax: fileCharacters + 16 * 1024,
  }),
  'GET /v4/campaigns/:campaignId/zakat-evidence/:evidenceId': endpoint({
    access: 'signed-in',
    summary: 'Download zakat evidence',
    description: 'Returns an evidence file. Requires an account that may edit the campaign.',
    input: z.object({ campaignId, evidenceId: anyId }),
    sends: ['image/webp', 'application/pdf'],
    output: z.object({}),
    refuses: ['campaign-not-found', 'evidence-not-found'],
  }),
  'DELETE /v4/campaigns/:campaignId/zakat-evidence/:evidenceId': endpoint({
    access: 'signed-in',
    summary: 'Delete zakat evidence',
    description:
      'Deletes an evidence file until its request is decided. Requires an account that may edit the campaign.',
    input: z.object({ campaignId, evidenceId: anyId }),
    output: done,
    refuses: ['campaign-not-found', 'evidence-not-found', 'case-decided'],
  }),
  'GET /v4/staff/cases/:caseId/evidence/:evidenceId': endpoint({
    access: 'staff',
    summary: 'Download evidence of a case',
    description:
      'Returns an evidence file of the request that a case is about, and writes an audit entry. Requires a staff role.',
    input: z.object({ caseId: anyId, evidenceId: anyId }),
    sends: ['image/webp', 'application/pdf'],
    output: z.object({}),
    refuses: ['evidence-not-found'],
  }),
  'GET /v4/staff/cases': endpoint({
    access: 'staff',
    summary: 'List cases',
    description:
      'Returns the cases that need review, by score or age; amounts are in minor units. Requires a staff role, and shows the kinds of cases of that role.',
    input: z.object({
      kind: z.enum(caseKinds).optional(),
      assignee: z.enum(['anyone', 'me', 'nobody']).default('anyone'),
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
    description: 'Returns everything that a case is decided by. Requires a staff role.',
    input: z.object({ caseId: anyId }),
    output: casePage,
    refuses: ['case-not-found'],
  }),
  'POST /v4/staff/cases/:caseId/assignee': endpoint({
    access: 'staff',
    summary: 'Assign a case',
    description:
      'Assigns a case to the requester, to a colleague, who is notified by mail, or to nobody. Requires a staff role.',
    input: z.object({ caseId: anyId, to: z.union([z.enum(['me', 'nobody', '']), anyId]).default('me') }),
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
  'POST /v4/staff/cases/:caseId/go-on': endpoint({
    access: 'staff',
    roles: ['reviewer'],
    summary: 'Resume a paused campaign',
    description: 'Lets a campaign that this case paused accept donations again. Requires the reviewer role.',
    input: z.object({ caseId: anyId }),
    output: done,
    refuses: ['case-not-found', 'state-not-allowed'],
  }),
  'POST /v4/staff/cases/:caseId/put-back': endpoint({
    access: 'staff',
    summary: 'Restore words of support',
    description: 'Shows words of support that this case hid, as they were read (`seen`). Requires a staff role.',
    input: z.object({ caseId: anyId, seen }),
    output: done,
    refuses: ['case-not-found', 'state-not-allowed', 'case-moved'],
  }),
  'POST /v4/staff/cases/:caseId/decision': endpoint({
    access: 'staff',
    summary: 'Decide a case',
    description:
      'Decides a case as it was read (`seen`), with a reason, and mails the organizer if the decision says so. Requires a staff role.',
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
          /** Per cent of a donation that counts as zakat, with up to two decimals; 100 without one. */
          eligiblePercent: z.number(),
          documentUrl: z.string().max(600),
          documentId: z.string().max(64),
        })
        .partial()
        .optional(),
    }),
    output: done,
    refuses: ['case-not-found', 'case-decided', 'case-moved', 'refund-decided'],
  }),
  'GET /v4/staff/zakat-verifications': endpoint({
    access: 'staff',
    roles: ['reviewer'],
    summary: 'List zakat verifications',
    description: 'Returns the valid zakat verifications, the first to expire first. Requires the reviewer role.',
    input: z.object({ page }),
    output: z.object({
      verifications: z.array(
        z.object({
          id: z.string(),
          campaign: z.string(),
          slug: z.string(),
          language: z.string(),
          categories: z.array(z.enum(zakatCategories)),
          by: z.string(),
          verifiedAt: z.string(),
          expiresAt: z.string(),
        }),
      ),
      hasMore: z.boolean(),
    }),
  }),
  'POST /v4/staff/zakat-verifications/:verificationId/revocation': endpoint({
    access: 'staff',
    roles: ['reviewer'],
    summary: 'Revoke a zakat verification',
    description: 'Revokes a zakat verification with a reason. Requires the reviewer role.',
    input: z.object({ verificationId: anyId, reason: text.default(''), message: z.string().max(2000).optional() }),
    output: done,
    refuses: ['verification-not-found'],
  }),
  'GET /v4/staff/people': endpoint({
    access: 'staff',
    roles: ['admin'],
    summary: 'List staff',
    description: 'Returns the accounts with staff roles. Requires the admin role.',
    input: z.object({}),
    output: z.object({ people: z.array(person) }),
  }),
  'POST /v4/staff/people/lookups': endpoint({
    access: 'staff',
    roles: ['admin'],
    summary: 'Find an account',
    description:
      'Returns the account that has confirmed an email address, and writes an audit entry. Requires the admin role.',
    input: z.object({ email: z.string().max(254).default('') }),
    output: person,
    refuses: ['account-not-found'],
  }),
  'PUT /v4/staff/people/:accountId/roles': endpoint({
    access: 'staff',
    roles: ['admin'],
    summary: 'Set staff roles',
    description:
      'Replaces the staff roles of an account and ends its sessions. Requires the admin role and a recent proof of identity.',
    input: z.object({ accountId: anyId, roles: z.array(z.enum(staffRoles)).max(4).default([]) }),
    output: person,
    refuses: ['prove-yourself', 'account-not-found', 'last-admin'],
  }),
  'GET /v4/staff/audit': endpoint({
    access: 'staff',
    roles: ['admin'],
    summary: 'List audit entries',
    description: 'Returns audit entries, newest first; `before` gets the next page. Requires the admin role.',
    input: z.object({
      ...auditFilter,
      before: z
        .string()
        .regex(/^\d{1,18}$/)
        .optional(),
    }),
    output: z.object({ entries: z.array(entry), next: z.string().nullable() }),
  }),
  'GET /v4/staff/audit/export': endpoint({
    access: 'staff',
    roles: ['admin'],
    summary: 'Export the audit log',
    description: 'Returns the audit entries as a CSV file, and writes an audit entry. Requires the admin role.',
    input: z.object(auditFilter),
    sends: ['text/csv'],
    output: z.object({}),
  }),
}
