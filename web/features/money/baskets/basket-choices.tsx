import { useState } from 'react'
import { type Currency, formatMoney, type Money } from '#shared/money.ts'
import { storePreferences } from '#web/lib/storage.ts'
import { useFrame, useLocale, useText } from '#web/lib/text.tsx'
import { Checkbox, RadioGroup, TextInput } from '#web/ui/field.tsx'
import { TipBlock } from '../giving/form/tip-block.tsx'
import { type KnownGuest, KnownGuestNote } from '../giving/returning/known-guest.tsx'
import type { BasketData } from './line/basket-line.ts'
import { type BasketPrice, priceOf } from './price/basket-price.ts'
import { reduceBasket } from './state/basket-reducer.ts'
import { tipChoiceOf, tipIsLost, tippedOf, tipOfState } from './state/basket-tip.ts'
import { preferencesOf } from './state/basket-state.ts'
import type { BasketController } from './use-basket.ts'

/**
 * The currency choice and its effect: only donations in the chosen currency are paid (S2 §5). Hidden if there is only
 * one.
 */
export function CurrencyChoice({
  used: { state, dispatch },
  basketData,
  price,
  currencies,
}: {
  readonly used: BasketController
  readonly basketData: BasketData
  readonly price: BasketPrice
  readonly currencies: readonly Currency[]
}) {
  const t = useText()
  const locale = useLocale()
  /** An estimate in another currency, shown only while the total is the one it was calculated for. */
  const [values, say] = useState<{ readonly total: Money; readonly text: string }>()
  const chosen = preferencesOf(state).currency
  const choices = [
    ...new Set([...state.basket.items.map(({ currency }) => currency), state.basket.currency, ...currencies]),
  ]
  if (choices.length < 2) return null
  return (
    <section className="stack" aria-labelledby="currency-head">
      <h2 id="currency-head">{t('basket-page.currency')}</h2>
      <RadioGroup
        name="currency"
        legend={t('basket-page.currency-choose')}
        hint={t('basket-page.currency-hint')}
        value={chosen}
        onChoose={(currency) => {
          const change = { kind: 'preferences', preferences: { currency } } as const
          const after = reduceBasket(state, change)
          const { total } = priceOf(after, basketData)
          const requoted = t('basket-page.requoted', {
            amount: `\u2068${formatMoney(total, locale, { fractions: 'always' })}\u2069`,
          })
          say({
            total,
            text: tipIsLost(state, after, basketData)
              ? `${requoted} ${t('basket-page.tip-removed', { currency: chosen })}`
              : requoted,
          })
          dispatch(change)
        }}
        choices={choices.map((code) => ({
          value: code,
          label: code,
          note: t('basket-page.donations', {
            count: state.basket.items.filter(({ currency }) => currency === code).length,
          }),
        }))}
      />
      <p className="small" role="status">
        {values && values.total.currency === price.total.currency && values.total.amount === price.total.amount
          ? values.text
          : ''}
      </p>
    </section>
  )
}

/** One tip for all donations, with the same options as for a single donation. */
export function BasketTip({
  used: { state, dispatch },
  basketData,
  error,
  isConfirmed,
  onConfirm,
}: {
  readonly used: BasketController
  readonly basketData: BasketData
  readonly error: string | undefined
  readonly isConfirmed: boolean
  readonly onConfirm: () => void
}) {
  const t = useText()
  const gift: Money = tippedOf(state, basketData)
  if (gift.amount === 0n) return null
  return (
    <section className="stack" aria-labelledby="tip-head">
      <h2 id="tip-head">{t('basket-page.tip')}</h2>
      <TipBlock
        gift={gift}
        tip={tipOfState(state, basketData)}
        choice={tipChoiceOf(state)}
        typed={state.tip.typed}
        onChoose={(choice) => {
          storePreferences({ tipChoice: choice })
          dispatch({ kind: 'tip', tip: { choice } })
        }}
        onType={(typed) => dispatch({ kind: 'tip', tip: { typed } })}
        error={error}
        typedError={state.errors.tipTyped}
        isConfirmed={isConfirmed}
        onConfirm={onConfirm}
      />
    </section>
  )
}

/** The donor's details and the name shown in public. */
export function BasketDonor({
  used: { state, dispatch },
  donor,
  guest,
  onDonor,
  errorOf,
  onBlur,
  loginUrl,
}: {
  readonly used: BasketController
  readonly donor: { readonly email: string; readonly name: string }
  readonly guest: KnownGuest
  readonly onDonor: (donor: { readonly email: string; readonly name: string }) => void
  readonly errorOf: (id: string) => string | undefined
  readonly onBlur: (id: string) => void
  readonly loginUrl: string
}) {
  const t = useText()
  const frame = useFrame()
  const { anonymous, newsletter } = preferencesOf(state)
  const say = (change: Partial<typeof anonymous>) =>
    dispatch({ kind: 'preferences', preferences: { anonymous: { ...anonymous, ...change } } })
  return (
    <section className="stack" aria-labelledby="you">
      <h2 id="you">{t('give.you')}</h2>
      {frame?.viewer.isSignedIn ? (
        <p className="quiet">
          {t('give.as-member', {
            name: `\u2068${frame.viewer.firstName}\u2069`,
            email: `\u2068${frame.viewer.email}\u2069`,
          })}
        </p>
      ) : (
        <>
          <TextInput
            id="email"
            label={t('give.email')}
            hint={t('give.email-hint')}
            type="email"
            autoComplete="email"
            dir="ltr"
            maxLength={254}
            value={donor.email}
            error={errorOf('email')}
            onChange={(event) => onDonor({ ...donor, email: event.target.value })}
            onBlur={() => onBlur('email')}
          />
          <TextInput
            id="name"
            label={t('give.name')}
            autoComplete="name"
            maxLength={120}
            value={donor.name}
            error={errorOf('name')}
            onChange={(event) => onDonor({ ...donor, name: event.target.value })}
            onBlur={() => onBlur('name')}
          />
          <KnownGuestNote guest={guest} email={donor.email} />
          <p className="small">
            <a href={loginUrl}>{t('give.log-in')}</a> <span className="quiet">{t('basket-page.log-in-keeps')}</span>
          </p>
        </>
      )}
      <div>
        <Checkbox
          id="anonymous"
          label={t('give.anonymous')}
          hint={t('basket-page.anonymous-hint')}
          checked={anonymous.enabled}
          onChange={(event) => {
            storePreferences({ anonymous: event.target.checked })
            say({ enabled: event.target.checked })
          }}
        />
        {anonymous.enabled ? null : (
          <div className="columns">
            <TextInput
              id="customName"
              label={t('basket-page.custom-name')}
              mark={t('shell.optional')}
              maxLength={80}
              value={anonymous.name}
              error={errorOf('customName')}
              onChange={(event) => say({ name: event.target.value })}
            />
            <TextInput
              id="location"
              label={t('basket-page.location')}
              mark={t('shell.optional')}
              maxLength={80}
              value={anonymous.location}
              error={errorOf('location')}
              onChange={(event) => say({ location: event.target.value })}
            />
          </div>
        )}
        <Checkbox
          id="newsletter"
          label={t('give.newsletter')}
          checked={newsletter}
          onChange={(event) => {
            storePreferences({ newsletter: event.target.checked })
            dispatch({ kind: 'preferences', preferences: { newsletter: event.target.checked } })
          }}
        />
      </div>
    </section>
  )
}
