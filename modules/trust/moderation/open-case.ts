import type { Currency } from '#shared/money.ts'
import { record } from '#modules/platform/audit/index.ts'
import type { Ports, Tx } from '#shared/ports.ts'
import { claimCase } from './queries/cases.ts'
import { type CaseKind, scoreOf } from './rules/score.ts'
import type { Reason } from './tables.ts'

export type CaseToOpen = {
  readonly kind: CaseKind
  /** Id in its own module. */
  readonly subjectId: string
  readonly campaignId: bigint
  readonly reasons: readonly Reason[]
  /** Minor units of `currency`: the amount at stake. */
  readonly atStake: bigint
  readonly currency: Currency
  readonly isZakat: boolean
  /** Earlier texts, to compare with the current ones, by the names that the kind describes. */
  readonly snapshot: Readonly<Record<string, string>>
}

/**
 * Opens a case in the transaction of its cause. A subject with an open case keeps it, with its snapshot, age and
 * assignee. Returns the case's id.
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
