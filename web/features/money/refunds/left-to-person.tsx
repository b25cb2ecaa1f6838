import type { ProductContract } from '#modules/contract.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { useText } from '../../../lib/text.tsx'
import { Amount } from '../../../ui/amount.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextInput } from '../../../ui/field.tsx'
import { useDay } from './refund-marks.tsx'

type Left = OutputOf<ProductContract, 'GET /v4/staff/refunds/for-a-person'>['left']

/**
 * What waits for a person, or what one of them dealt with: what happened, how much it is, and whose gift it is about.
 */
export function LeftToPerson({ left, mayDeal }: { readonly left: Left; readonly mayDeal: boolean }) {
  return (
    <ul className="staff-rows">
      {left.map((each) => (
        <OneLeft key={each.id} left={each} mayDeal={mayDeal} />
      ))}
    </ul>
  )
}

function OneLeft({ left, mayDeal }: { readonly left: Left[number]; readonly mayDeal: boolean }) {
  const t = useText()
  const day = useDay()
  const what = `left-${left.id}`
  return (
    <li className="staff-event">
      <div className="row-apart row-baseline">
        <span className="strong">
          <Amount minor={left.amount} currency={left.currency} fractions="always" />
        </span>
        <span className="quiet small">{day(left.foundAt)}</span>
      </div>
      <p id={what}>{t(`left.reason-${left.reason}`)}</p>
      <p className="quiet small">
        {left.campaign ? (
          <>
            <a href={`/staff/gifts/${left.intentId}#refunds`}>
              <bdi>{left.name || t('refunds.anonymous')}</bdi>
            </a>
            {' · '}
            <bdi>{left.campaign}</bdi>
            {' · '}
          </>
        ) : null}
        <bdi dir="ltr">
          {left.provider} {left.providerRefundId}
        </bdi>
      </p>
      {left.dealtAt ? (
        <p className="quiet small">
          {left.dealtBy
            ? t('left.dealt', { name: `\u2068${left.dealtBy}\u2069`, date: day(left.dealtAt) })
            : t('left.written-down', { date: day(left.dealtAt) })}
        </p>
      ) : null}
      {left.note ? (
        <blockquote>
          <bdi>{left.note}</bdi>
        </blockquote>
      ) : null}
      {mayDeal && !left.dealtAt ? (
        <form method="post" action="/staff/refunds" className="staff-search">
          <input type="hidden" name="left" value={left.id} />
          <TextInput
            id={`note-${left.id}`}
            name="note"
            label={t('left.note')}
            mark={t('refund-form.optional')}
            maxLength={500}
          />
          <Button look="quiet" name="intent" value="dealt" aria-describedby={what}>
            {t('left.deal')}
          </Button>
        </form>
      ) : null}
    </li>
  )
}
