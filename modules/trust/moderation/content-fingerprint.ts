import { createHash } from 'node:crypto'
import type { Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import type { ModerationPorts } from './ports.ts'
import type { Case } from './queries/cases.ts'
import type { SubjectDetails } from './subject.ts'
import { subjects } from './subjects.ts'

/** Returns a hash of what a reviewer saw of a subject; it changes with any change of the content. */
export const contentFingerprint = (subject: SubjectDetails | undefined): string =>
  createHash('sha256')
    .update(JSON.stringify(subject ? [Object.entries(subject.texts), subject.besides ?? []] : null))
    .digest('base64url')

/**
 * Throws if the content changed since the reviewer read it. Its kind may lock the content until the transaction ends.
 */
export async function checkSeen(
  ports: ModerationPorts,
  tx: Tx,
  { kind, subjectId, campaignId }: Case,
  seen: string,
): Promise<void> {
  const subject = subjects[kind]
  await subject.hold?.(tx, { subjectId, campaignId })
  if (contentFingerprint(await subject.describe(tx, subjectId, ports)) !== seen)
    throw new Problem('conflict', 'case-moved')
}
