import type { ZakatFees } from '#modules/money/giving/rules/zakat-eligible.ts'
import { useText } from '../../../lib/text.tsx'
import { OpensDialog } from './opens-dialog.tsx'

/** Beside each choice to give zakat: opens how it is counted, who pays the fees and who ruled (S1 §2.3). */
export function ZakatChoiceLink({
  fees,
  campaignId,
}: {
  /** Who bears the processing fees that the donor does not cover. */
  readonly fees: ZakatFees
  /** Empty: several fundraisers, or one that is not chosen yet. */
  readonly campaignId: string
}) {
  const t = useText()
  return (
    <OpensDialog
      href="/zakat-policy"
      className="small"
      load={async () => {
        const { ZakatChoiceDialog } = await import('./zakat-choice-dialog.tsx')
        return (of) => <ZakatChoiceDialog {...of} fees={fees} campaignId={campaignId} />
      }}
    >
      {t('give.zakat-info')}
    </OpensDialog>
  )
}
