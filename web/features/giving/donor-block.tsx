import { formatMoney, type Money } from '#shared/money.ts'
import { mayGiveAid, mayHaveTaxReceipt } from '#modules/giving/rules/eligibility.ts'
import { giftAidOn, giftAidText } from '#modules/giving/rules/gift-aid.ts'
import { useFrame, useLocale, useText } from '../../lib/text.tsx'
import { Checkbox, TextArea, TextInput } from '../../ui/field.tsx'
import { AddressChoice } from '../addresses/address-choice.tsx'
import type { AddressFacts } from '../addresses/address-facts.ts'
import { type Change, type CheckoutFacts, type Form, giftOf, levelOf } from './checkout-state.ts'

type Props = {
  readonly form: Form
  readonly facts: CheckoutFacts
  readonly set: (change: Change) => void
  readonly errorOf: (id: string) => string | undefined
  readonly onBlur: (id: string) => void
  readonly loginUrl: string
  readonly addressFacts: AddressFacts
}

/** Who gives, what the law and the level ask for, and what the donor wants to say. */
export function DonorBlock({ form, facts, set, errorOf, onBlur, loginUrl, addressFacts }: Props) {
  const t = useText()
  const locale = useLocale()
  const frame = useFrame()
  const level = levelOf(form, facts)
  const gift = giftOf(form, facts)
  const show = (amount: Money) => `\u2068${formatMoney(amount, locale, { fractions: 'always' })}\u2069`
  const offersGiftAid = mayGiveAid(facts.country, facts)
  const offersReceipt = mayHaveTaxReceipt(facts.country, facts)
  const text = (field: 'email' | 'name' | 'customName' | 'location' | 'levelEmail' | 'emergencyName' | 'emergencyPhone') => ({
    id: field,
    value: form[field],
    error: errorOf(field),
    onChange: (event: { target: { value: string } }) => set({ field, value: event.target.value }),
    onBlur: () => onBlur(field),
  })
  const area = (field: 'note' | 'medical' | 'words') => ({
    id: field,
    value: form[field],
    error: errorOf(field),
    onChange: (event: { target: { value: string } }) => set({ field, value: event.target.value }),
    onBlur: () => onBlur(field),
  })
  const box = (field: 'anonymous' | 'giftAid' | 'taxReceipt' | 'updates' | 'newsletter' | 'shareAddress') => ({
    id: field,
    checked: form[field],
    onChange: (event: { target: { checked: boolean } }) => set({ field, value: event.target.checked }),
  })
  return (
    <section className="stack" aria-labelledby="you">
      <h2 id="you">{t('give.you')}</h2>
      {frame?.viewer.isSignedIn ? (
        <p className="quiet">{t('give.as-member', { name: `\u2068${frame.viewer.firstName}\u2069`, email: `\u2068${frame.viewer.email}\u2069` })}</p>
      ) : (
        <>
          <TextInput {...text('email')} label={t('give.email')} hint={t('give.email-hint')} type="email" autoComplete="email" dir="ltr" maxLength={254} />
          <TextInput {...text('name')} label={t('give.name')} autoComplete="name" maxLength={120} />
          <p className="small">
            <a href={loginUrl}>{t('give.log-in')}</a>
          </p>
        </>
      )}
      <div>
        <Checkbox {...box('anonymous')} label={t('give.anonymous')} hint={t('give.anonymous-hint')} />
        {form.anonymous ? null : (
          <div className="two">
            <TextInput {...text('customName')} label={t('give.custom-name')} mark={t('shell.optional')} maxLength={80} />
            <TextInput {...text('location')} label={t('give.location')} mark={t('shell.optional')} maxLength={80} />
          </div>
        )}
      </div>
      {offersGiftAid ? (
        <Checkbox
          {...box('giftAid')}
          label={t('give.gift-aid')}
          hint={t('give.gift-aid-hint', { gift: show(gift), boosted: show({ ...gift, amount: gift.amount + giftAidOn(gift).amount }) })}
        />
      ) : null}
      {offersGiftAid && form.giftAid ? (
        <p className="notice small" lang="en" dir="ltr">
          {giftAidText.text}
        </p>
      ) : null}
      {errorOf('giftAid') ? <p className="error-text">{errorOf('giftAid')}</p> : null}
      {offersReceipt ? <Checkbox {...box('taxReceipt')} label={t('give.tax-receipt')} /> : null}
      {form.giftAid || form.taxReceipt ? (
        <fieldset className="stack">
          <legend className="label">{t('give.tax-address')}</legend>
          <AddressChoice
            facts={addressFacts}
            group="taxAddress"
            kind="tax"
            allowedCountries={form.giftAid ? undefined : facts.taxReceiptCountries}
            address={form.taxAddress}
            onChange={(value) => set({ field: 'taxAddress', value })}
            errorOf={errorOf}
            onBlur={onBlur}
          />
          <Checkbox {...box('shareAddress')} label={t('give.share-address')} />
        </fieldset>
      ) : null}
      {level && (level.includeNote || level.requireNote) ? (
        <TextArea
          {...area('note')}
          label={level.noteDescription || t('give.note')}
          {...(level.requireNote ? {} : { mark: t('shell.optional') })}
          maxLength={1000}
        />
      ) : null}
      {level && (level.includeEmail || level.requireEmail) ? (
        <TextInput {...text('levelEmail')} label={t('give.level-email')} type="email" dir="ltr" maxLength={254} />
      ) : null}
      {level?.requireShipping ? (
        <fieldset className="stack">
          <legend className="label">{t('give.shipping')}</legend>
          <AddressChoice
            facts={addressFacts}
            group="shippingAddress"
            kind="shipping"
            address={form.shippingAddress}
            onChange={(value) => set({ field: 'shippingAddress', value })}
            errorOf={errorOf}
            onBlur={onBlur}
          />
        </fieldset>
      ) : null}
      {level?.requireEmergencyContact ? (
        <fieldset className="stack">
          <legend className="label">{t('give.emergency')}</legend>
          <div className="two">
            <TextInput {...text('emergencyName')} label={t('give.emergency-name')} maxLength={120} />
            <TextInput {...text('emergencyPhone')} label={t('give.emergency-phone')} type="tel" dir="ltr" maxLength={32} />
          </div>
        </fieldset>
      ) : null}
      {level?.requireMedical ? <TextArea {...area('medical')} label={t('give.medical')} hint={t('give.medical-hint')} maxLength={2000} /> : null}
      <TextArea {...area('words')} label={t('give.words')} hint={t('give.words-hint')} mark={t('shell.optional')} maxLength={1000} />
      <div>
        <Checkbox {...box('updates')} label={t('give.updates')} />
        <Checkbox {...box('newsletter')} label={t('give.newsletter')} />
      </div>
    </section>
  )
}
