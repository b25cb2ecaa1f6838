import type { Currency } from '#shared/money.ts'
import { record } from '#modules/platform/audit/index.ts'
import type { Ports, Tx } from '#shared/ports.ts'
import { findOrOpenCase } from './queries/cases.ts'
import { type CaseKind, scoreOf } from './rules/score.ts'
import type { Reason } from './tables.ts'

export type CaseInput = {
  readonly kind: CaseKind
  /** Id in the subject's own module. */
  readonly subjectId: string
  readonly campaignId: bigint
  readonly reasons: readonly Reason[]
  /** Amount at stake in minor units of `currency`. */
  readonly atStake: bigint
  readonly currency: Currency
  readonly isZakat: boolean
  /** Earlier texts to compare with the current ones, by the names that the kind uses. */
  readonly snapshot: Readonly<Record<string, string>>
}

/**
 * Opens a case in the transaction of its cause. If the subject has an open case, it is kept with its snapshot, age and
 * assignee. Returns the case's id.
 */
export async function openCase(ports: Pick<Ports, 'newId' | 'clock'>, tx: Tx, caseToOpen: CaseInput): Promise<string> {
  const { score, parts } = scoreOf({ ...caseToOpen, reporters: 0, reasons: [] })
  const instant = ports.clock()
  const { id, isNew } = await findOrOpenCase(tx, { ...caseToOpen, id: ports.newId(), openedAt: instant, score, parts })
  if (isNew)
    await record(tx, {
      actor: { kind: 'system' },
      act: 'moderation.case-opened',
      object: `case:${id}`,
      at: instant,
      details: {
        kind: caseToOpen.kind,
        subject: caseToOpen.subjectId,
        campaignId: String(caseToOpen.campaignId),
        reasons: caseToOpen.reasons.map(({ code }) => code),
      },
    })
  return id
}
