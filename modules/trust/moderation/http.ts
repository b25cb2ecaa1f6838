import { rootOf, getPublicCampaign } from '#modules/causes/campaigns/index.ts'
import { accountOf, type Viewer, changeRoles, listStaff, lookUpAccount } from '#modules/platform/identity/index.ts'
import { answer, type Handlers, type StaffRole } from '#shared/endpoint.ts'
import { assign } from './assign-case.ts'
import { requestZakatVerification, zakatOfCampaign } from './zakat/request-zakat-verification.ts'
import { auditLog, exportAuditLog } from './audit-log.ts'
import type { moderationContract } from './contract.ts'
import { checkCharity, openDocumentOfCase, returnToChecklist } from './charities/charity-case.ts'
import { decideCase } from './decide-case.ts'
import { resumeFundraiser } from './resume-fundraiser.ts'
import { restoreWords } from './restore-words.ts'
import { loadCaseDetails } from './case-details.ts'
import type { ModerationPorts } from './ports.ts'
import { queue } from './queue.ts'
import { reportContent } from './report.ts'
import { addNote } from './work-on-case.ts'
import {
  addEvidence,
  evidenceOfCampaign,
  openEvidenceOfCase,
  openOwnEvidence,
  removeEvidence,
} from './zakat/zakat-evidence.ts'
import { revokeVerification, listValidVerifications, zakatVerificationOf } from './zakat/zakat-verifications.ts'

const done = { done: true } as const

export const moderationHandlers: Handlers<typeof moderationContract, ModerationPorts, Viewer> = {
  'POST /v4/reports': async ({ app, viewer, context, input }) => {
    await reportContent(app, viewer, context, input)
    return { received: true }
  },
  'GET /v4/campaigns/:campaignId/zakat-verification': async ({ app, input }) => {
    const campaignId = BigInt(input.campaignId)
    await getPublicCampaign(app, campaignId)
    // A supporter's page shows the verification of its fundraiser (supporters-2).
    const publicVerification = await zakatVerificationOf(app, await rootOf(app.db, campaignId))
    return {
      verification: publicVerification
        ? {
            ...publicVerification,
            categories: [...publicVerification.categories],
            schools: [...publicVerification.schools],
          }
        : null,
    }
  },
  'GET /v4/campaigns/:campaignId/zakat-requests': async ({ app, viewer, input }) => ({
    requests: await zakatOfCampaign(app, viewer, BigInt(input.campaignId)),
  }),
  'POST /v4/campaigns/:campaignId/zakat-requests': async ({ app, viewer, context, input }) => {
    await requestZakatVerification(app, accountOf(viewer), context, input)
    return done
  },
  'GET /v4/campaigns/:campaignId/zakat-evidence': async ({ app, viewer, input }) => ({
    evidence: await evidenceOfCampaign(app, viewer, BigInt(input.campaignId)),
  }),
  'POST /v4/campaigns/:campaignId/zakat-evidence': async ({ app, viewer, context, input }) => ({
    id: await addEvidence(app, accountOf(viewer), context, input),
  }),
  'GET /v4/campaigns/:campaignId/zakat-evidence/:evidenceId': async ({ app, viewer, input }) =>
    answer({}, await openOwnEvidence(app, viewer, input)),
  'DELETE /v4/campaigns/:campaignId/zakat-evidence/:evidenceId': async ({ app, viewer, context, input }) => {
    await removeEvidence(app, accountOf(viewer), context, input)
    return done
  },
  'GET /v4/staff/cases/:caseId/evidence/:evidenceId': async ({ app, viewer, context, input }) =>
    answer({}, await openEvidenceOfCase(app, accountOf(viewer), context, input)),
  'GET /v4/staff/cases': ({ app, viewer, input }) => queue(app, accountOf(viewer), input),
  'GET /v4/staff/cases/:caseId': ({ app, viewer, input }) => loadCaseDetails(app, accountOf(viewer), input.caseId),
  'POST /v4/staff/cases/:caseId/assignee': async ({ app, viewer, context, input }) => {
    await assign(app, accountOf(viewer), context, input)
    return done
  },
  'POST /v4/staff/cases/:caseId/notes': async ({ app, viewer, context, input }) => {
    await addNote(app, accountOf(viewer), context, input)
    return done
  },
  'POST /v4/staff/cases/:caseId/resume': async ({ app, viewer, context, input }) => {
    await resumeFundraiser(app, accountOf(viewer), context, input)
    return done
  },
  'POST /v4/staff/cases/:caseId/restore-words': async ({ app, viewer, context, input }) => {
    await restoreWords(app, accountOf(viewer), context, input)
    return done
  },
  'POST /v4/staff/cases/:caseId/decision': async ({ app, viewer, context, input }) => {
    await decideCase(app, accountOf(viewer), context, input)
    return done
  },
  'PUT /v4/staff/cases/:caseId/checklist': async ({ app, viewer, context, input }) => {
    await checkCharity(app, accountOf(viewer), context, input)
    return done
  },
  'DELETE /v4/staff/cases/:caseId/checklist': async ({ app, viewer, context, input }) => {
    await returnToChecklist(app, accountOf(viewer), context, input.caseId)
    return done
  },
  'GET /v4/staff/cases/:caseId/documents/:documentId': async ({ app, viewer, context, input }) =>
    answer({}, await openDocumentOfCase(app, accountOf(viewer), context, input)),
  'GET /v4/staff/zakat-verifications': ({ app, input }) => listValidVerifications(app, input.page),
  'POST /v4/staff/zakat-verifications/:verificationId/revocation': async ({ app, viewer, context, input }) => {
    await revokeVerification(app, accountOf(viewer), context, input)
    return done
  },
  'GET /v4/staff/people': async ({ app }) => ({ people: (await listStaff(app.db)).map(personView) }),
  'POST /v4/staff/people/lookups': async ({ app, viewer, context, input }) =>
    personView(await lookUpAccount(app, accountOf(viewer), context, input.email)),
  'PUT /v4/staff/people/:accountId/roles': async ({ app, viewer, context, input }) =>
    personView(await changeRoles(app, accountOf(viewer), context, input)),
  'GET /v4/staff/audit': ({ app, input }) => auditLog(app, input),
  'GET /v4/staff/audit/export': async ({ app, viewer, context, input }) =>
    answer(
      {},
      {
        file: { type: 'text/csv; charset=utf-8', bytes: await exportAuditLog(app, accountOf(viewer), context, input) },
        headers: { 'content-disposition': 'attachment; filename="audit.csv"' },
      },
    ),
}

const personView = (input: {
  id: string
  email: string
  firstName: string
  lastName: string
  roles: readonly string[]
}) => ({
  id: input.id,
  email: input.email,
  name: `${input.firstName} ${input.lastName}`.trim(),
  roles: input.roles.map((role) => role as StaffRole),
})
