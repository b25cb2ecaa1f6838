import { required } from '#shared/collections.ts'
import { dayMs } from '#shared/time.ts'
import { record } from '#modules/platform/audit/index.ts'
import { campaignRunBy } from '#modules/causes/campaigns/index.ts'
import type { AccountViewer, Viewer } from '#modules/platform/identity/index.ts'
import { savePrivateFile, privateFileToSend, readUpload, removePrivateFile } from '#modules/platform/media/index.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import type { ModerationPorts } from '../ports.ts'
import { findCase } from '../queries/cases.ts'
import {
  deleteEvidence,
  describeEvidence,
  type Evidence,
  evidenceOf,
  findEvidence,
  purgeDeletedEvidence,
  deleteOldEvidence,
  deletedFiles,
  insertEvidence,
  lockEvidence,
  lockStateOf,
  sameEvidence,
  waitingRequest,
} from '../queries/evidence.ts'
import { kindsOfViewer } from '../queue.ts'
import { checkEvidence, evidenceDays, evidenceMax } from '../rules/evidence.ts'
import { recordCaseAction } from '../work-on-case.ts'

/** Name of the job that deletes files from storage. */
export const removeEvidenceTask = 'moderation:remove_evidence'

/** Converts evidence for viewers who can open it. */
export const evidenceView = ({ id, kind, bytes, description, addedAt }: Evidence) => ({
  id,
  kind,
  bytes,
  description,
  addedAt,
})

/** Returns the evidence of the pending or next request, for editors of the fundraiser. */
export async function evidenceOfCampaign(ports: ModerationPorts, viewer: Viewer, campaignId: bigint) {
  const campaign = await campaignRunBy(ports, viewer, campaignId, 'edit', 'reading')
  return (await evidenceOf(ports.db, campaign.id, await waitingRequest(ports.db, campaign.id))).map(evidenceView)
}

/**
 * Adds a file as evidence of the recipients and returns its id. The file is stored before its row; uploading identical
 * bytes returns the same evidence with the new description.
 */
export async function addEvidence(
  ports: ModerationPorts,
  viewer: AccountViewer,
  context: RequestContext,
  input: { readonly campaignId: string; readonly description: string; readonly file: string },
): Promise<string> {
  const campaign = await campaignRunBy(ports, viewer, BigInt(input.campaignId), 'edit')
  const bytes = Buffer.from(input.file, 'base64')
  const fields = checkEvidence({ description: input.description, bytes: bytes.length })
  if (Object.keys(fields).length > 0) throw new Problem('validation', 'invalid-input', { fields })
  const rejectMore = (existing: readonly Evidence[]) => {
    if (existing.length >= evidenceMax)
      throw new Problem('conflict', 'too-much-evidence', {
        fields: { file: { code: 'too-much-evidence', params: { max: evidenceMax } } },
        params: { max: evidenceMax },
      })
  }
  const privateFile = await readUpload(bytes).catch((error: unknown) => {
    throw error instanceof Problem
      ? new Problem('validation', error.code, { status: error.status, fields: { file: { code: error.code } } })
      : error
  })
  const id = ports.newId()
  await savePrivateFile(ports, id, privateFile)
  try {
    const evidenceId = await ports.write(async (tx) => {
      await lockEvidence(tx, campaign.id)
      const verificationId = await waitingRequest(tx, campaign.id)
      const same = await sameEvidence(tx, { campaignId: campaign.id, verificationId, digest: privateFile.digest })
      if (same) {
        await describeEvidence(tx, same, input.description.trim())
        return same
      }
      const existing = await evidenceOf(tx, campaign.id, verificationId)
      rejectMore(existing)
      const place = required(
        Array.from({ length: evidenceMax }, (_, index) => index + 1).find(
          (value) => !existing.some((other) => other.place === value),
        ),
      )
      const row = {
        id,
        campaignId: campaign.id,
        verificationId,
        place,
        kind: privateFile.kind,
        bytes: privateFile.bytes.length,
        digest: privateFile.digest,
      }
      const instant = ports.clock()
      await insertEvidence(tx, {
        ...row,
        description: input.description.trim(),
        at: instant,
        accountId: viewer.accountId,
      })
      await record(tx, {
        actor: { kind: 'account', id: viewer.accountId },
        act: 'moderation.evidence-added',
        object: `campaign:${campaign.id}`,
        at: instant,
        ip: context.ip,
        details: { evidence: id, verification: verificationId, kind: privateFile.kind },
      })
      return id
    })
    if (evidenceId !== id) await removePrivateFile(ports, id, privateFile.kind)
    return evidenceId
  } catch (error) {
    if (error instanceof Problem) await removePrivateFile(ports, id, privateFile.kind)
    throw error
  }
}

/** Removes evidence while its request isn't decided. */
export async function removeEvidence(
  ports: ModerationPorts,
  viewer: AccountViewer,
  context: RequestContext,
  ids: { readonly campaignId: string; readonly evidenceId: string },
): Promise<void> {
  const campaign = await campaignRunBy(ports, viewer, BigInt(ids.campaignId), 'edit')
  await ports.write(async (tx) => {
    await lockEvidence(tx, campaign.id)
    const evidence = await findEvidence(tx, ids.evidenceId, { campaignId: campaign.id })
    if (!evidence) throw new Problem('not-found', 'evidence-not-found')
    const state = await lockStateOf(tx, evidence.verificationId)
    if (state !== undefined && state !== 'requested') throw new Problem('conflict', 'case-decided')
    await deleteEvidence(tx, evidence.id)
    await ports.enqueue(tx, removeEvidenceTask, {})
    await record(tx, {
      actor: { kind: 'account', id: viewer.accountId },
      act: 'moderation.evidence-removed',
      object: `campaign:${campaign.id}`,
      at: ports.clock(),
      ip: context.ip,
      details: { evidence: evidence.id, verification: evidence.verificationId },
    })
  })
}

/** Returns a file of the viewer's own fundraiser; throws 404 for others. */
export async function openOwnEvidence(
  ports: ModerationPorts,
  viewer: Viewer,
  ids: { readonly campaignId: string; readonly evidenceId: string },
) {
  const campaign = await campaignRunBy(ports, viewer, BigInt(ids.campaignId), 'edit', 'reading')
  return fileToSend(ports, await findEvidence(ports.db, ids.evidenceId, { campaignId: campaign.id }))
}

/** Returns a file of a case's request to staff who work on such cases; audited. */
export async function openEvidenceOfCase(
  ports: ModerationPorts,
  viewer: AccountViewer,
  context: RequestContext,
  ids: { readonly caseId: string; readonly evidenceId: string },
) {
  const kinds = kindsOfViewer(viewer)
  const item = kinds.includes('zakat') ? await findCase(ports.db, ids.caseId, ['zakat']) : undefined
  if (!item) throw new Problem('not-found', 'evidence-not-found')
  const file = await fileToSend(ports, await findEvidence(ports.db, ids.evidenceId, { verificationId: item.subjectId }))
  await ports.write((tx) =>
    record(tx, recordCaseAction(ports, viewer, context, item.id, 'evidence-opened', { evidence: ids.evidenceId })),
  )
  return file
}

async function fileToSend(ports: ModerationPorts, evidence: Evidence | undefined) {
  const file =
    evidence &&
    (await privateFileToSend(ports, { id: evidence.id, kind: evidence.kind, name: `evidence-${evidence.place}` }))
  if (!file) throw new Problem('not-found', 'evidence-not-found')
  return file
}

const batch = 100

/** Deletes files whose rows were deleted from storage, then their records. */
export async function removeEvidenceFiles(ports: ModerationPorts): Promise<void> {
  for (;;) {
    const files = await deletedFiles(ports.db, batch)
    if (files.length === 0) return
    for (const { id, kind } of files) await removePrivateFile(ports, id, kind)
    await ports.write((tx) =>
      purgeDeletedEvidence(
        tx,
        files.map(({ id }) => id),
      ),
    )
    if (files.length < batch) return
  }
}

/** Nightly job that deletes evidence: unsent after a month, sent a year after its request ended. */
export async function purgeEvidence(ports: ModerationPorts): Promise<void> {
  const before = (days: number) => new Date(ports.clock().getTime() - days * dayMs)
  await ports.write((tx) =>
    deleteOldEvidence(tx, { unsentBefore: before(evidenceDays.unsent), endedBefore: before(evidenceDays.afterEnd) }),
  )
  await removeEvidenceFiles(ports)
}
