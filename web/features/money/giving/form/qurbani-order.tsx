import { money } from '#shared/money.ts'
import { qurbaniIntentions } from '#modules/money/giving/rules/qurbani-order.ts'
import { useText } from '#web/lib/text.tsx'
import { Select, TextArea } from '#web/ui/field.tsx'
import { controlsOf, type FormProps } from '../form-controls.ts'
import { wholeQuantity } from '../state/checkout-amounts.ts'
import type { CheckoutData } from '../state/checkout-state.ts'
import { useMoneyText } from './money-text.ts'

type Level = CheckoutData['levels'][number]

/** The Qurbani item that is ordered, in place of the list of levels. */
export function QurbaniItem({ level, currency }: { readonly level: Level } & Pick<CheckoutData, 'currency'>) {
  const t = useText()
  const show = useMoneyText()
  const amount = show(money(BigInt(level.amount), currency))
  return (
    <div>
      <input type="hidden" name="level" value={level.id} />
      <p className="strong" dir="auto">
        {level.title}
      </p>
      <p className="quiet small">
        {level.bundle
          ? t('give.qurbani-price-share', {
              amount,
              shares: level.bundle.size,
              whole: show(money(BigInt(level.bundle.amount), currency)),
            })
          : t('give.qurbani-price-animal', { amount })}
      </p>
      <p className="small">
        <a href="/v4/qurbani">{t('give.qurbani-others')}</a>
      </p>
    </div>
  )
}

const linesShown = 7

/** The occasion of the Qurbani and the names to sacrifice for, one per line so that it works without JavaScript. */
export function QurbaniFields({ level, ...props }: FormProps & { readonly level: Level }) {
  const t = useText()
  const { text } = controlsOf(props)
  const shares = (level.shares ?? 1) * wholeQuantity(props.form)
  return (
    <>
      <Select
        {...text('qurbaniIntention')}
        value={props.form.qurbaniIntention || 'qurbani'}
        label={t('give.qurbani-intention')}
      >
        {qurbaniIntentions.map((intention) => (
          <option key={intention} value={intention}>
            {t(`give.qurbani-intention-${intention}`)}
          </option>
        ))}
      </Select>
      <TextArea
        {...text('qurbaniNames')}
        label={t('give.qurbani-names')}
        hint={shares === 1 ? t('give.qurbani-names-hint-one') : t('give.qurbani-names-hint', { shares })}
        mark={t('shell.optional')}
        rows={Math.max(1, Math.min(linesShown, shares))}
        dir="auto"
      />
      <p className="quiet small">{t('give.qurbani-terms')}</p>
    </>
  )
}
