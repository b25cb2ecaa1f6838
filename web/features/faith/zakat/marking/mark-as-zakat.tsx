import { formatMoney, money } from '#shared/money.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import type { Fault } from '#shared/problem.ts'
import type { ProductContract } from '#modules/contract.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { useLocale, useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'

type Marking = OutputOf<ProductContract, 'GET /v4/account/donations/:donationId/zakat'>

/** Adds the text of the reason why a donation can't be counted as zakat. */
export const withSentence = (
  marking: Marking,
  sentencesOf: (fields: Readonly<Record<string, Fault>>) => Readonly<Record<string, string>>,
) => ({
  ...marking,
  sentence: marking.reason ? (sentencesOf({ reason: { code: marking.reason } }).reason ?? '') : '',
})

/** Counts an earlier donation as zakat, or shows why that isn't possible (ledger-13). */
export function MarkAsZakat({
  marking,
  isMarked,
}: {
  readonly marking: ReturnType<typeof withSentence>
  /** Whether the donor has just done so. */
  readonly isMarked: boolean
}) {
  const t = useText()
  const locale = useLocale()
  const amount = `\u2068${formatMoney(money(BigInt(marking.zakatEligible), marking.currency), locale, { fractions: 'always' })}\u2069`
  if (marking.isZakat)
    return isMarked ? (
      <p id="zakat" className="notice" role="status">
        {t('mark-zakat.done', { amount })}
      </p>
    ) : null
  return (
    <section id="zakat" className="stack lines-in" aria-labelledby="mark-zakat">
      <h2 id="mark-zakat">{t('mark-zakat.title')}</h2>
      {marking.canMark ? (
        <PageForm className="stack">
          <p className="quiet">{t('mark-zakat.explanation', { amount })}</p>
          <div className="button-row">
            <Button name="intent" value="zakat">
              {t('mark-zakat.submit')}
            </Button>
          </div>
        </PageForm>
      ) : (
        <p className="quiet">{marking.sentence}</p>
      )}
    </section>
  )
}
