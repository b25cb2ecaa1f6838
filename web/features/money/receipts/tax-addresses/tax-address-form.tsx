import { type ReactNode, useState } from 'react'
import { type AddressDraft, type AddressField, checkTaxAddress } from '#modules/platform/addresses/rules/address.ts'
import { fieldFault } from '#modules/platform/addresses/rules/form.ts'
import { fromWire } from '#modules/platform/addresses/rules/wire.ts'
import { useFaultText, useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary, type FormError } from '#web/ui/error-summary.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { AddressChoice } from '#web/features/platform/addresses/address-choice.tsx'
import type { AddressData } from '#web/features/platform/addresses/address-data.ts'
import { unpackList } from '#web/features/platform/addresses/packed-list.ts'
import { AddressLines } from '#web/features/platform/addresses/address-lines.tsx'
import { useSummary } from '#web/features/platform/addresses/summary.ts'
import { DonationList } from './donation-list.tsx'
import { addressGroup, type TaxAddress, type TypedTaxAddress } from './tax-address.ts'

type Props = {
  readonly view: TaxAddress
  readonly addressData: AddressData
  /** The fields posted by a form without JavaScript; undefined if not submitted. */
  readonly typed?: TypedTaxAddress | undefined
  /** Errors from the server, by control. */
  readonly wrong: readonly FormError[]
  readonly isBusy?: boolean
  /** Submits the form; without it, the browser posts the form to the page's action. */
  readonly onSend?: (typed: TypedTaxAddress) => void
  readonly children?: ReactNode
}

/** The home address after a donation, with the Gift Aid declaration if offered. */
export function TaxAddressForm({ view, addressData, typed, wrong, isBusy = false, onSend, children }: Props) {
  const t = useText()
  const faultText = useFaultText()
  const [address, setAddress] = useState<AddressDraft>(() => typed?.address ?? initialAddress(view))
  const [giftAid, setGiftAid] = useState(typed?.giftAid ?? view.isGiftAidRequested)
  const [shareAddress, setShareAddress] = useState(typed?.shareAddress ?? false)
  const [isConfirmed, setConfirmed] = useState(false)
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [isSubmitted, setSubmitted] = useState(wrong.length > 0)
  const { ofFaults, ofTexts } = useSummary()
  const [summary, setSummary] = useState<readonly FormError[]>([])
  const served = new Map(wrong.map(({ id, text }) => [id, text]))
  const isAidOffered = view.reliefs.includes('gift-aid')
  const errorOf = (id: string): string | undefined =>
    (isSubmitted || touched.has(id)
      ? faultText(fieldFault('tax', id.slice(addressGroup.length + 1) as AddressField, address, isSubmitted))
      : undefined) ?? served.get(id)

  function check(): FormError[] {
    const faults = Object.entries(checkTaxAddress(address))
    return ofFaults(Object.fromEntries(faults.map(([field, fault]) => [`${addressGroup}-${field}`, fault])))
  }

  return (
    <form
      method="post"
      noValidate
      className="stack"
      onSubmit={(event) => {
        const problems = check()
        setSubmitted(true)
        setSummary(problems)
        if (problems.length > 0 || isBusy || onSend) event.preventDefault()
        if (problems.length === 0 && !isBusy) onSend?.({ address, giftAid, shareAddress })
      }}
    >
      <ErrorSummary title={t('shell.problem')} wrong={summary.length > 0 ? summary : ofTexts(wrong)} />
      {children}
      <DonationList view={view} />
      {isAidOffered && view.giftAidText ? (
        <>
          <Checkbox
            id="giftAid"
            label={t('tax-address.gift-aid')}
            checked={giftAid}
            onChange={(event) => setGiftAid(event.target.checked)}
          />
          <p className="notice small" lang="en" dir="ltr">
            {view.giftAidText.text}
          </p>
          <p className="quiet small">{t('tax-address.gift-aid-notice')}</p>
          <input type="hidden" name="giftAidTextVersion" value={view.giftAidText.version} />
          {served.has('giftAid') ? <p className="error-text">{served.get('giftAid')}</p> : null}
        </>
      ) : null}
      <fieldset className="stack">
        <legend className="label">{t('tax-address.address')}</legend>
        {view.isProposal && !isConfirmed ? (
          <div className="stack">
            <p>{t('tax-address.proposal')}</p>
            <AddressLines
              address={fromWire(view.address ?? undefined) ?? {}}
              countries={unpackList(addressData.countries)}
            />
            <div>
              <Button
                look="quiet"
                type="button"
                onClick={() => {
                  setAddress(fromWire(view.address ?? undefined) ?? {})
                  setConfirmed(true)
                }}
              >
                {t('tax-address.proposal-use')}
              </Button>
            </div>
          </div>
        ) : null}
        <AddressChoice
          // Remounts the fields with the confirmed address as their initial value.
          key={String(isConfirmed)}
          addressData={addressData}
          group={addressGroup}
          kind="tax"
          allowedCountries={isAidOffered ? undefined : (view.countries ?? undefined)}
          startsWithPostcode={isAidOffered}
          address={address}
          onChange={setAddress}
          errorOf={errorOf}
          onBlur={(id) => setTouched(new Set([...touched, id]))}
        />
      </fieldset>
      <Checkbox
        id="shareAddress"
        label={t('tax-address.share')}
        checked={shareAddress}
        onChange={(event) => setShareAddress(event.target.checked)}
      />
      <Button isBusy={isBusy}>{t(isAidOffered ? 'tax-address.save-gift-aid' : 'tax-address.save')}</Button>
    </form>
  )
}

/**
 * Returns the initial address. A billing address is proposed instead of prefilled, because the donor must confirm that
 * they live there.
 */
function initialAddress({ address, isProposal }: TaxAddress): AddressDraft {
  const { firstName, lastName, country, ...place } = fromWire(address ?? undefined) ?? {}
  return { firstName, lastName, country, ...(isProposal ? {} : place) }
}
