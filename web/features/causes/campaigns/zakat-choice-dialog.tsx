import type { ZakatFees } from '#modules/money/giving/rules/zakat-eligible.ts'
import { useText } from '#web/lib/text.tsx'
import { OpenedDialog } from './opened-dialog.tsx'
import type { OpenDialogProps } from './dialog-link.tsx'
import { ZakatText } from './zakat-info.tsx'
import { ZakatRuling } from './zakat-ruling.tsx'

type Props = {
  /** Who pays the processing fees that the donor doesn't cover. */
  readonly fees: ZakatFees
  /** Empty for several fundraisers, or if none is chosen yet. */
  readonly campaignId: string
}

/** Explains how zakat is counted, who pays the fees and who issued the ruling (S1 §2.3). */
export const ZakatChoiceDialog = ({ fees, campaignId, ...props }: OpenDialogProps & Props) => (
  <OpenedDialog title="zakat-info.title" {...props}>
    <Info fees={fees} campaignId={campaignId} />
  </OpenedDialog>
)

function Info({ fees, campaignId }: Props) {
  const t = useText()
  return (
    <div className="stack story-info">
      <section className="stack">
        <h3>{t('zakat-info.fees-title')}</h3>
        <p>{t(`zakat-info.fees-${fees}`)}</p>
      </section>
      {campaignId === '' ? null : <ZakatRuling campaignId={campaignId} />}
      <ZakatText level={3} />
      <p>
        <a href="/v4/zakat/calculator">{t('zakat-info.calculator')}</a>
      </p>
      <p>
        <a href="/zakat-policy">{t('zakat-info.policy')}</a>
      </p>
    </div>
  )
}
