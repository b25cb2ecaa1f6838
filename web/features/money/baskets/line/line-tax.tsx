import { useState } from 'react'
import { formatMoney, type Money } from '#shared/money.ts'
import { isGiftAidOffered, canHaveTaxReceipt } from '#modules/money/giving/rules/eligibility.ts'
import { computeGiftAid, giftAidText } from '#modules/money/giving/rules/gift-aid.ts'
import { fieldFault } from '#modules/platform/addresses/rules/form.ts'
import type { AddressField } from '#modules/platform/addresses/rules/address.ts'
import { writeStored } from '#web/lib/storage.ts'
import { useFaultText, useLocale, useText } from '#web/lib/text.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { AddressChoice } from '#web/features/platform/addresses/address-choice.tsx'
import { AddressLines } from '#web/features/platform/addresses/address-lines.tsx'
import type { AddressData } from '#web/features/platform/addresses/address-data.ts'
import { unpackList } from '#web/features/platform/addresses/packed-list.ts'
import {
  isAddressRequired,
  type BasketData,
  type CampaignRules,
  donationOfLine,
  isMissingAddress,
  levelOfLine,
  type BasketLine,
  type LineChange,
} from './basket-line.ts'

type Props = {
  readonly line: BasketLine
  readonly campaign: CampaignRules
  readonly basketData: BasketData
  readonly addressData: AddressData
  readonly errorOf: (id: string) => string | undefined
  readonly onChange: (change: LineChange) => void
}

/**
 * Gift Aid and tax receipt options, if offered (S1 §5), with their address. A chosen option stays visible so that it
 * can be unticked.
 */
export function LineTax({ line, campaign, basketData, addressData, errorOf, onChange }: Props) {
  const t = useText()
  const locale = useLocale()
  const faultText = useFaultText()
  const { id } = line
  const [isOpen, setOpen] = useState(isMissingAddress(line, basketData))
  const [remainder, setLeft] = useState<ReadonlySet<string>>(new Set())
  const gift = donationOfLine(line, levelOfLine(line, basketData))
  const show = (amount: Money) => `\u2068${formatMoney(amount, locale, { fractions: 'always' })}\u2069`
  const group = `taxAddress_${id}`
  const address = line.taxAddress ?? (basketData.country ? { country: basketData.country } : {})
  const offersGiftAid = isGiftAidOffered(basketData.country, campaign) || line.isGiftAid
  const offersReceipt = canHaveTaxReceipt(basketData.country, campaign) || line.isTaxDeductible
  const errorAt = (control: string) =>
    errorOf(control) ??
    (remainder.has(control)
      ? faultText(fieldFault('tax', control.slice(group.length + 1) as AddressField, address, false))
      : undefined)
  /** The address form stays open after the address is complete. */
  const ask = (change: LineChange) => {
    if (isMissingAddress({ ...line, ...change }, basketData)) setOpen(true)
    onChange(change)
  }
  const isAsked = isAddressRequired(line, campaign)
  const isTyping = isMissingAddress(line, basketData) || isOpen
  return (
    <div className="stack">
      <div>
        {offersGiftAid ? (
          <Checkbox
            id={`isGiftAid-${id}`}
            label={t('give.gift-aid')}
            hint={t('give.gift-aid-hint', {
              gift: show(gift),
              boosted: show({ ...gift, amount: gift.amount + computeGiftAid(gift).amount }),
            })}
            checked={line.isGiftAid}
            onChange={(event) => ask({ isGiftAid: event.target.checked })}
          />
        ) : null}
        {offersReceipt ? (
          <Checkbox
            id={`isTaxDeductible-${id}`}
            label={t('give.tax-receipt')}
            checked={line.isTaxDeductible}
            onChange={(event) => {
              writeStored('userTaxDeductiblePreference', event.target.checked)
              ask({ isTaxDeductible: event.target.checked })
            }}
          />
        ) : null}
      </div>
      {line.isGiftAid ? (
        <>
          <p className="notice small" lang="en" dir="ltr">
            {giftAidText.text}
          </p>
          <p className="quiet small">{t('give.gift-aid-notice')}</p>
        </>
      ) : null}
      {isAsked && isTyping ? (
        <fieldset className="stack">
          <legend className="label">{t('give.tax-address')}</legend>
          {isMissingAddress(line, basketData) ? <p className="quiet small">{t('basket-page.address-needed')}</p> : null}
          <AddressChoice
            addressData={addressData}
            group={group}
            kind="tax"
            allowedCountries={line.isGiftAid ? undefined : campaign.taxReceiptCountries}
            address={address}
            onChange={(taxAddress) => onChange({ taxAddress })}
            errorOf={errorAt}
            onBlur={(control) => setLeft(new Set([...remainder, control]))}
          />
        </fieldset>
      ) : null}
      {isAsked && !isTyping ? (
        <div className="basket-address">
          <AddressLines
            address={{ ...address, name: [address.firstName, address.lastName].filter(Boolean).join(' ') }}
            countries={unpackList(addressData.countries)}
          />
          <button type="button" className="link-button" onClick={() => setOpen(true)}>
            {t('basket-page.change-address')}
          </button>
          {/* Without JavaScript the stored address is posted unchanged. */}
          {Object.entries(address).map(([field, value]) =>
            value ? <input key={field} type="hidden" name={`${group}-${field}`} value={value} /> : null,
          )}
        </div>
      ) : null}
    </div>
  )
}
