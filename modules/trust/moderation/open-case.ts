import type { Currency } from '#shared/money.ts'
import { record } from '#modules/platform/audit/index.ts'
import type { Ports, Tx } from '#shared/ports.ts'
import { claimCase } from './queries/cases.ts'
import { type CaseKind, scoreOf } from './rules/score.ts'
import type { Reason } from './tables.ts'

export type CaseToOpen = {
  readonly kind: CaseKind
  /** Its own module's id of it. */
  readonly subjectId: string
  readonly campaignId: bigint
  readonly reasons: readonly Reason[]
  /** Minor units of `currency`: what depends on it. */
  readonly atStake: bigint
  readonly currency: Currency
  readonly isZakat: boolean
  /**
   * What is compared with what stands when somebody looks: the texts of before, by the names that its kind describes.
   */
  readonly snapshot: Readonly<Record<string, string>>
}

/**
 * Puts something in the queue, in the transaction that gives the reason. A subject that has an open case keeps it, with
 * its snapshot, age and assignee. Answers the case's id.
 */
export async function openCase(ports: Pick<Ports, 'newId' | 'clock'>, tx: Tx, of: CaseToOpen): Promise<string> {
  const { score, parts } = scoreOf({ ...of, reporters: 0, reasons: [] })
  const at = ports.clock()
  const { id, isNew } = await claimCase(tx, { ...of, id: ports.newId(), openedAt: at, score, parts })
  if (isNew)
    await record(tx, {
      actor: { kind: 'system' },
      act: 'moderation.case-opened',
      object: `case:${id}`,
      at,
      details: {
        kind: of.kind,
        subject: of.subjectId,
        campaignId: String(of.campaignId),
        reasons: of.reasons.map(({ code }) => code),
      },
    })
  return id
}
