import { isolate } from '#shared/text.ts'
import { useDayText } from '#web/features/money/refunds/refund-marks.tsx'
import { SecondPersonHint } from '#web/ui/second-person-hint.tsx'
import { useText } from '#web/lib/text.tsx'
import type { Proposal } from './drafts.ts'

/** Says who must confirm a proposal whose details the form below contains. */
export function ProposalNotice({
  proposal,
  approvalsNeeded,
}: {
  readonly proposal: Proposal | undefined
  readonly approvalsNeeded: number
}) {
  const t = useText()
  const day = useDayText()
  if (!proposal) return approvalsNeeded > 1 ? <p className="quiet small">{t('staff-payouts.second-person')}</p> : null
  const isWaiting = proposal.isOwn && approvalsNeeded > 1
  return (
    <div className="notice stack">
      <p>
        {t(isWaiting ? 'staff-payouts.proposal-own' : 'staff-payouts.proposal', {
          date: isolate(day(proposal.proposedAt)),
        })}
      </p>
      {isWaiting ? <SecondPersonHint /> : null}
    </div>
  )
}
