import '#web/features/money/payouts/donation-trail.css'
import { Fragment } from 'react'
import type { TrailView } from '#modules/money/payouts/contract.ts'
import { useMinorText } from '#web/features/money/refunds/refund-marks.tsx'
import { useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import type { TrailStep } from './trail-steps.ts'
import type { Json } from '#shared/wire/json.ts'

type Trail = Pick<Json<TrailView>, 'currency' | 'gift' | 'coveredFee' | 'processingFee' | 'payouts' | 'returned'>

/** What happened to the money of a donation, in five steps on a line. */
export function DonationTrail({ trail, steps }: { readonly trail: Trail; readonly steps: readonly TrailStep[] }) {
  const t = useText()
  const amount = useMinorText(trail.currency)
  const amounts = {
    amount: amount(trail.gift),
    fee: amount(trail.processingFee),
    covered: amount(trail.coveredFee),
  }
  return (
    <>
      <ol className="donation-trail">
        {steps.map(({ name, state, text, date, payout }) => (
          <li key={name} data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
            <h2>{t(`trail.${name}`)}</h2>
            <p>{t(`trail.${text}`, { ...amounts, date, payout: `\u2066${payout}\u2069` })}</p>
          </li>
        ))}
      </ol>
      {trail.returned > 0 ? <p className="notice">{t('trail.returned', { amount: amount(trail.returned) })}</p> : null}
      {trail.payouts.length > 1 ? <TrailPayouts trail={trail} /> : null}
    </>
  )
}

/** All payouts with money of the donation, if it isn't a single one: failed ones, and those that took back a refund. */
function TrailPayouts({ trail: { payouts, currency } }: { readonly trail: Trail }) {
  const t = useText()
  return (
    <section className="stack lines-in" aria-labelledby="trail-payouts">
      <h2 id="trail-payouts">{t('trail.payouts')}</h2>
      <dl className="lines">
        {payouts.map(({ reference, state, amount }) => (
          <Fragment key={reference}>
            <dt>{t('trail.payout-state', { payout: `\u2066${reference}\u2069`, state: t(`trail.state-${state}`) })}</dt>
            <dd>
              <Amount minor={amount} currency={currency} fractions="always" />
            </dd>
          </Fragment>
        ))}
      </dl>
    </section>
  )
}
