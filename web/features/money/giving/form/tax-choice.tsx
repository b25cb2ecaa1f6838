import type { ReactNode } from 'react'
import { isGiftAidOffered, canHaveTaxReceipt } from '#modules/money/giving/rules/eligibility.ts'
import { computeGiftAid, giftAidText } from '#modules/money/giving/rules/gift-aid.ts'
import { useText } from '#web/lib/text.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { controlsOf, type FormProps } from '../form-controls.ts'
import { donationOf, permitsGiftAid } from '../state/checkout-amounts.ts'
import type { CheckoutData } from '../state/checkout-state.ts'
import { GiftAidCovered, GiftAidLater } from '../gift-aid-choice.tsx'
import { useMoneyText } from './money-text.ts'

type Props = FormProps & {
  readonly checkoutData: CheckoutData
  /** Shows one of the two options only. */
  readonly part?: 'giftAid' | 'taxReceipt'
  /** Shown below a ticked Gift Aid declaration. */
  readonly afterGiftAid?: ReactNode
  /** When the address for a tax receipt is requested. */
  readonly receiptHint?: string | undefined
}

/** Gift Aid and tax receipt options, if the campaign and the donor's country have them (S1 §5). */
export function TaxChoice({ checkoutData, part, afterGiftAid, receiptHint, ...props }: Props) {
  const t = useText()
  const show = useMoneyText()
  const { form, errorOf } = props
  const { box } = controlsOf(props)
  const gift = donationOf(form, checkoutData)
  const amounts = {
    gift: show(gift, 'always'),
    boosted: show({ ...gift, amount: gift.amount + computeGiftAid(gift).amount }, 'always'),
  }
  const coveredSince = part === 'taxReceipt' || form.frequency !== 'once' ? undefined : checkoutData.giftAidCoveredSince
  const isTooLarge = part !== 'taxReceipt' && !permitsGiftAid(form, checkoutData)
  // A donor who ticked an option and then changed country must be able to untick it.
  const offersGiftAid =
    part !== 'taxReceipt' &&
    coveredSince === undefined &&
    (isGiftAidOffered(checkoutData.country, checkoutData) || form.giftAid)
  const offersReceipt = part !== 'giftAid' && (canHaveTaxReceipt(checkoutData.country, checkoutData) || form.taxReceipt)
  return (
    <>
      {isTooLarge && (coveredSince !== undefined || (offersGiftAid && form.giftAid)) ? (
        <p className="notice small" role="status">
          {t('give.gift-aid-benefit')}
        </p>
      ) : null}
      {coveredSince === undefined || isTooLarge ? null : (
        <GiftAidCovered form={form} set={props.set} day={coveredSince} {...amounts} />
      )}
      {offersGiftAid ? (
        <Checkbox {...box('giftAid')} label={t('give.gift-aid')} hint={t('give.gift-aid-hint', amounts)} />
      ) : null}
      {offersGiftAid && form.giftAid ? (
        <>
          <p className="notice small" lang="en" dir="ltr">
            {giftAidText.text}
          </p>
          {checkoutData.isSignedIn && part === 'giftAid' ? <GiftAidLater form={form} set={props.set} /> : null}
          <p className="quiet small">{t('give.gift-aid-notice')}</p>
          {afterGiftAid}
        </>
      ) : null}
      {part !== 'taxReceipt' && errorOf('giftAid') ? <p className="error-text">{errorOf('giftAid')}</p> : null}
      {offersReceipt ? <Checkbox {...box('taxReceipt')} label={t('give.tax-receipt')} hint={receiptHint} /> : null}
    </>
  )
}
