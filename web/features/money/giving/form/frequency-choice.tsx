import type { ReactNode } from 'react'
import { useText } from '#web/lib/text.tsx'
import { TextInput } from '#web/ui/field.tsx'
import type { PartProps } from './donation-parts.tsx'

type Props = PartProps & {
  /** The page where a daily plan starts; undefined if not offered. */
  readonly dailyUrl: string | undefined
  /** The plan's mandate; shown above every payment method. */
  readonly mandate: ReactNode
}

/** The frequency: once, or weekly, monthly or yearly if the fundraiser offers it. */
export function FrequencyChoice({ form, checkoutData, set, errorOf, dailyUrl, mandate }: Props) {
  const t = useText()
  const plans = checkoutData.plans ?? []
  const error = errorOf('frequency')
  const chosen = plans.find(({ frequency }) => frequency === form.frequency)
  return (
    <div className="stack">
      {plans.length > 0 ? (
        <fieldset
          className="segments"
          id="frequency"
          tabIndex={-1}
          aria-describedby={error ? 'frequency-error' : undefined}
        >
          <legend className="visually-hidden">{t('plan-checkout.legend')}</legend>
          {[
            ...(checkoutData.takesOnce === false ? [] : (['once'] as const)),
            ...plans.map(({ frequency }) => frequency),
          ].map((value) => (
            <label key={value} className="segment">
              <input
                type="radio"
                name="frequency"
                value={value}
                checked={form.frequency === value}
                onChange={() => set({ field: 'frequency', value })}
              />
              <span>{t(`plan-checkout.${value}`)}</span>
            </label>
          ))}
        </fieldset>
      ) : null}
      {error ? (
        <p className="error" id="frequency-error">
          {error}
        </p>
      ) : null}
      {mandate}
      {dailyUrl ? (
        <p className="small">
          <a href={dailyUrl}>{t('plan-checkout.daily')}</a>
        </p>
      ) : null}
      {chosen?.requestsPhone ? (
        <TextInput
          id="phoneNumber"
          type="tel"
          autoComplete="tel"
          label={t('plan-checkout.phone')}
          value={form.phone}
          error={errorOf('phoneNumber')}
          onChange={(event) => set({ field: 'phone', value: event.target.value })}
        />
      ) : null}
    </div>
  )
}
