import type { ZakatFees } from '#modules/money/giving/rules/zakat-eligible.ts'
import { useText } from '#web/lib/text.tsx'
import { DialogLink } from './dialog-link.tsx'

/** The link next to each zakat option that opens the explanation (S1 §2.3). */
export function ZakatChoiceLink({
  fees,
  campaignId,
}: {
  /** Who pays the processing fees that the donor doesn't cover. */
  readonly fees: ZakatFees
  /** Empty for several fundraisers, or if none is chosen yet. */
  readonly campaignId: string
}) {
  const t = useText()
  return (
    <DialogLink
      href="/zakat-policy"
      className="small"
      load={async () => {
        const { ZakatChoiceDialog } = await import('./zakat-choice-dialog.tsx')
        return (props) => <ZakatChoiceDialog {...props} fees={fees} campaignId={campaignId} />
      }}
    >
      {t('give.zakat-info')}
    </DialogLink>
  )
}
